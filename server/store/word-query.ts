import type { AccountId, FolderId } from "@inlet/contract/ids.ts";
import type { ListFilter } from "./messages.ts";
import type { LocationRole } from "./tables.ts";

/** A word, or a phrase of adjacent words in this order. */
export interface Term {
  column: "any" | "party" | "sender" | "recipients" | "subject";
  /** At least one, as base/plain-words.ts makes them. */
  words: string[];
  /** The last word may be the beginning of a longer one. */
  isPrefix: boolean;
  /** Words near `words`, before or after them, with at most `within` words in between; the last one may be unfinished. */
  near?: { words: string[]; within: number };
}

/** A predicate on a message's location. */
export type Ask =
  | { kind: "listed"; filter: ListFilter }
  | { kind: "role"; role: LocationRole }
  | { kind: "folders"; ids: FolderId[] }
  | { kind: "accounts"; ids: AccountId[] }
  | { kind: "muted" }
  | { kind: "own" }
  /** Neither thrown away nor spam nor a draft. */
  | { kind: "kept" }
  | { kind: "outside"; roles: LocationRole[] }
  | { kind: "words"; term: Term }
  /** date_keys: at least this one, and below that one. */
  | { kind: "dates"; from?: number; until?: number }
  | MessageAsk
  | { kind: "not"; ask: Ask }
  | { kind: "and" | "or"; asks: Ask[] };

/** A predicate on a message, regardless of its location. */
type MessageAsk =
  /** One of store/search-marks.ts, or one that begins so. */
  | { kind: "marked"; mark: string; isPrefix: boolean }
  /** More bytes than one, or fewer than the other. */
  | { kind: "size"; above?: number; below?: number }
  | { kind: "messageId"; id: string }
  | { kind: "answered" }
  /** A phrase of adjacent words in a field that the index combines with other fields. */
  | { kind: "field"; field: "cc" | "bcc"; words: string[]; isPrefix: boolean };

/** All terms and asks must be met. Jobs keep it as JSON, also those that know of terms alone. */
export interface WordQuery {
  terms: Term[];
  asks?: Ask[];
  /** date_keys: at least this one, and below that one. */
  from?: number;
  until?: number;
}
