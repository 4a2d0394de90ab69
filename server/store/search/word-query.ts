import type { AccountId, FolderId } from "@inlet/contract/ids.ts";
import type { ListFilter } from "#/store/messages/queries.ts";
import type { LocationRole } from "#/store/engine/schema.ts";

/** A word, or a phrase of adjacent words in this order. */
export interface Term {
  column: "any" | "party" | "sender" | "recipients" | "subject";
  /** At least one word, as base/tokenize.ts returns them. */
  words: string[];
  /** True if the last word may be the beginning of a longer one. */
  isPrefix: boolean;
  /** Words near `words`, before or after them, with at most `within` words in between; the last one may be unfinished. */
  near?: { words: string[]; within: number };
}

/** A predicate on a message's location. */
export type Predicate =
  | { kind: "listed"; filter: ListFilter }
  | { kind: "role"; role: LocationRole }
  | { kind: "folders"; ids: FolderId[] }
  | { kind: "accounts"; ids: AccountId[] }
  | { kind: "muted" }
  | { kind: "own" }
  /** Not in trash, spam or drafts. */
  | { kind: "kept" }
  | { kind: "outside"; roles: LocationRole[] }
  | { kind: "words"; term: Term }
  /** Range of date_keys: `from` inclusive, `until` exclusive. */
  | { kind: "dates"; from?: number; until?: number }
  | MessagePredicate
  | { kind: "not"; ask: Predicate }
  | { kind: "and" | "or"; asks: Predicate[] };

/** A predicate on a message, regardless of its location. */
type MessagePredicate =
  /** A mark of store/search/index-marks.ts, or marks with this prefix. */
  | { kind: "marked"; mark: string; isPrefix: boolean }
  /** Size in bytes, greater than `above` and less than `below`. */
  | { kind: "size"; above?: number; below?: number }
  | { kind: "messageId"; id: string }
  | { kind: "answered" }
  /** A phrase of adjacent words in a field that the index combines with other fields. */
  | { kind: "field"; field: "cc" | "bcc"; words: string[]; isPrefix: boolean };

/** All terms and predicates must match. Jobs store queries as JSON, including older ones that have only terms. */
export interface WordQuery {
  terms: Term[];
  asks?: Predicate[];
  /** Range of date_keys: `from` inclusive, `until` exclusive. */
  from?: number;
  until?: number;
}
