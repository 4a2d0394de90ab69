import type { JournalId, MessageId, RuleId, UndoId, UserId } from "@inlet/contract/ids.ts";
import type { Bit } from "./bit.ts";

/** Tables of what is done with mail without the person. */
export interface RuleTables {
  rules: RuleRow;
  journal: JournalRow;
}

export interface RuleRow {
  id: RuleId;
  user_id: UserId;
  /** The person's own words; "" when they gave none. */
  text: string;
  /** As in the search box. */
  query: string;
  /** JSON of RuleActions. */
  actions_json: string;
  is_on: Bit;
  created_at: number;
}

/** What a rule did with a message. */
export interface JournalRow {
  id: JournalId;
  user_id: UserId;
  rule_id: RuleId;
  message_id: MessageId;
  /** The rule's words and actions as they were then. */
  text: string;
  actions_json: string;
  /** What takes it back; "" when nothing had to be changed. */
  undo_id: UndoId | "";
  /** What could not be done; "" when all was. */
  problem: string;
  is_undone: Bit;
  created_at: number;
}
