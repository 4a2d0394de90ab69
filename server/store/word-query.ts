import type { AccountId, FolderId } from "@inlet/contract/ids.ts";
import type { ListFilter } from "./messages.ts";
import type { LocationRole } from "./tables.ts";

/** A word, or words that stand side by side in this order. */
export interface Term {
  column: "any" | "party" | "sender" | "recipients" | "subject";
  /** At least one, as base/plain-words.ts makes them. */
  words: string[];
  /** The last word may be the beginning of a longer one. */
  isPrefix: boolean;
  /** These stand near, before or after, with so many words between them at most; the last of them is the unfinished. */
  near?: { words: string[]; within: number };
}

/** What is asked of a place where the message stands. */
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

/** What is asked of a message, wherever it stands. */
type MessageAsk =
  /** One of store/search-marks.ts, or one that begins so. */
  | { kind: "marked"; mark: string; isPrefix: boolean }
  /** More bytes than one, or fewer than the other. */
  | { kind: "size"; above?: number; below?: number }
  | { kind: "messageId"; id: string }
  | { kind: "answered" }
  /** Words that stand side by side in a field that the index holds together with others. */
  | { kind: "field"; field: "cc" | "bcc"; words: string[]; isPrefix: boolean };

/** All terms and asks must be met. Jobs keep it as JSON, also those that know of terms alone. */
export interface WordQuery {
  terms: Term[];
  asks?: Ask[];
  /** date_keys: at least this one, and below that one. */
  from?: number;
  until?: number;
}
