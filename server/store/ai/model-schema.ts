import type { UserId } from "@inlet/contract/ids.ts";
import type { Bit } from "#/store/engine/bit.ts";

/** Tables about language models. */
export interface ModelTables {
  model_settings: ModelSettingsRow;
  model_calls: ModelCallRow;
}

/** The user's settings for models; without a row the user decided nothing, and no model is called. */
export interface ModelSettingsRow {
  user_id: UserId;
  /** 1 if the user wants to use a model. */
  is_on: Bit;
  /** 1 for the user's own model, as described here; 0 for the operator's. */
  is_own: Bit;
  /** "" until the user describes a model, as are the next two. */
  provider: string;
  base_url: string;
  model: string;
  /** The API key, encrypted; "" for none. */
  secret: string;
  /** JSON array of accounts whose messages are never sent to a model. */
  excluded_accounts_json: string;
  /** Maximum number of tokens per day. */
  daily_tokens: number;
  /** Maximum cost per day, in millionths of a dollar; 0 for no limit. */
  daily_micros: number;
  /** Model that was tried last (server/ai/model/choice.ts); "" for none. */
  probed: string;
  /** Request format that it accepts: schema, json or text; "" if it did not respond. */
  rung: string;
  probed_at: number;
}

/** One request to a model: metadata, destination and cost. It contains no text of the request. */
export interface ModelCallRow {
  user_id: UserId;
  /** Ids are ordered by time. */
  id: string;
  created_at: number;
  task: string;
  provider: string;
  model: string;
  host: string;
  /** Form of the request: schema, json, text, or stream. */
  rung: string;
  /** JSON array of the messages from which content was sent. */
  message_ids_json: string;
  /** Number of characters sent to the model. */
  sent_chars: number;
  /** "" while the call runs, "ok", or the reason for a missing response. */
  outcome: string;
  /** Number of requests sent: a retry sends everything again. */
  requests: number;
  /** While the call runs, an upper bound; afterwards, the server's count, or the bound. */
  input_tokens: number;
  output_tokens: number;
  /** In millionths of a dollar; -1 if the price is unknown. */
  cost_micros: number;
  received_chars: number;
  duration_ms: number;
}
