import type { UserId } from "@inlet/contract/ids.ts";
import type { Bit } from "./bit.ts";

/** Tables about language models. */
export interface ModelTables {
  model_settings: ModelSettingsRow;
  model_calls: ModelCallRow;
}

/** The user's settings for models; without a row the user decided nothing, and no model is called. */
export interface ModelSettingsRow {
  user_id: UserId;
  /** 1: the person wants a model to be asked. */
  is_on: Bit;
  /** 1: their own, as described here; 0: the operator's. */
  is_own: Bit;
  /** "" until they describe one, as are the next two. */
  provider: string;
  base_url: string;
  model: string;
  /** The API key, encrypted; "" for none. */
  secret: string;
  /** JSON array of accounts whose mail no model is shown. */
  excluded_accounts_json: string;
  /** A day's worth of tokens. */
  daily_tokens: number;
  /** A day's worth of money in millionths of a dollar; 0 for no limit. */
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
  /** In the order of time. */
  id: string;
  created_at: number;
  task: string;
  provider: string;
  model: string;
  host: string;
  /** schema, json, text, or stream. */
  rung: string;
  /** JSON array of the messages from which content was sent. */
  message_ids_json: string;
  /** Characters that were written to the model. */
  sent_chars: number;
  /** "" while it is under way, "ok", or why there was no answer. */
  outcome: string;
  /** Requests that left: a second try sends everything again. */
  requests: number;
  /** While it is under way what it may come to at most; after, what the server counted, or the bound. */
  input_tokens: number;
  output_tokens: number;
  /** In millionths of a dollar; -1 if the price is unknown. */
  cost_micros: number;
  received_chars: number;
  duration_ms: number;
}
