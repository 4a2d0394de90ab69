import type { MessageId, UserId } from "@inlet/contract/ids.ts";

/** Of the tables those that hold what mails say. */
export interface SummaryTables {
  summaries: SummaryRow;
}

/** What a mail says, as one engine made it. It goes with its message. */
export interface SummaryRow {
  user_id: UserId;
  message_id: MessageId;
  /** `local`, or `model` and which one it is. */
  engine: string;
  /** SHA-256 over what it was made from and the version of what made it; another one means it is made anew. */
  content_hash: string;
  value_json: string;
  created_at: number;
}
