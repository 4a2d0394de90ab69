import type { TurnId, UserId } from "@inlet/contract/ids.ts";

/** The table in which the assistant stores its conversations. */
export interface AssistantTables {
  chat_turns: ChatTurnRow;
}

/** A question and its answer. */
export interface ChatTurnRow {
  user_id: UserId;
  /** Ordered by the time of the question. */
  id: TurnId;
  query: string;
  /** The answer, in the format of the API contract. */
  answer_json: string;
  created_at: number;
}
