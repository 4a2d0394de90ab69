import type { MessageId, UserId } from "@inlet/contract/ids.ts";

/** Table of summaries. */
export interface SummaryTables {
  summaries: SummaryRow;
}

/** Summary of a message, made by one engine. It is deleted with its message. */
export interface SummaryRow {
  user_id: UserId;
  message_id: MessageId;
  /** `local`, or `model` and the name of the model. */
  engine: string;
  /** SHA-256 over its source and the version of the code that made it; if it differs, the summary is made again. */
  content_hash: string;
  value_json: string;
  created_at: number;
}
