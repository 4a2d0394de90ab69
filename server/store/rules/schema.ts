import type { JournalId, MessageId, RuleId, UndoId, UserId } from "@inlet/contract/ids.ts";
import type { Bit } from "#/store/engine/bit.ts";

/** Tables of automatic actions on messages. */
export interface RuleTables {
  rules: RuleRow;
  journal: JournalRow;
}

export interface RuleRow {
  id: RuleId;
  user_id: UserId;
  /** The rule in the user's own text; "" if the user gave none. */
  text: string;
  /** A query in the syntax of the search box. */
  query: string;
  /** JSON of RuleActions. */
  actions_json: string;
  is_on: Bit;
  created_at: number;
}

/** The actions of a rule on a message. */
export interface JournalRow {
  id: JournalId;
  user_id: UserId;
  rule_id: RuleId;
  message_id: MessageId;
  /** The rule's text and actions at that time. */
  text: string;
  actions_json: string;
  /** The id of its undo; "" if nothing had to change. */
  undo_id: UndoId | "";
  /** Actions that failed; "" if all succeeded. */
  problem: string;
  is_undone: Bit;
  created_at: number;
}
