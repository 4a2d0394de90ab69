import type { TurnId, UserId } from "@inlet/contract/ids.ts";

/** The table in which the assistant stores its conversations. */
export interface AssistantTables {
  chat_turns: ChatTurnRow;
}

/** A question and its answer. */
export interface ChatTurnRow {
  user_id: UserId;
  /** In the order in which they were asked. */
  id: TurnId;
  query: string;
  /** The answer as the contract has it. */
  answer_json: string;
  created_at: number;
}
