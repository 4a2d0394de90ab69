import type { Predicate, Term } from "#/store/search/word-query.ts";

type NameOperator = "in" | "label" | "account";

export type Single = Exclude<Predicate, { kind: "and" | "or" | "not" }>;

/** The fields in which the user's addresses may be searched; `from` is stored with the message. */
export type OwnField = "to" | "cc" | "bcc" | "with" | "deliveredto";

/** A part of the typed text; names, labels and the user's addresses can be resolved only with the mailbox. */
export type Part =
  | Single
  | { kind: "name"; operator: NameOperator; name: string }
  | { kind: "me"; field: OwnField }
  /** Messages with a label that the user created. */
  | { kind: "userlabels" }
  | { kind: "without"; part: Part }
  | { kind: "all"; parts: Part[] }
  | { kind: "either"; parts: Part[] };

/** Returns predicates for all words of a correspondent. For cc and bcc the index only knows that they are recipients. */
export function addressPredicates(
  field: "from" | "to" | "cc" | "bcc" | "with",
  { words, isPrefix }: Pick<Term, "words" | "isPrefix">,
): Single[] {
  const columns = {
    from: "sender",
    to: "recipients",
    cc: "recipients",
    bcc: "recipients",
    with: "party",
  } as const;
  const term: Single = { kind: "words", term: { column: columns[field], words, isPrefix } };
  if (field !== "cc" && field !== "bcc") return [term];
  return [term, { kind: "field", field, words, isPrefix }];
}

/** Joins parts that must all match. */
export function allOf(parts: Part[]): Part {
  const [only] = parts;
  return only && parts.length === 1 ? only : { kind: "all", parts };
}

/** The typed query, before names are looked up. All of it must match. */
export interface ParsedQuery {
  terms: Term[];
  asks: Single[];
  names: { operator: NameOperator; name: string }[];
  /** Negations, alternatives, and parts that can be resolved only with the mailbox. */
  groups: Part[];
  /** Bounds of date_keys: `from` inclusive, `until` exclusive. */
  from?: number;
  until?: number;
  /** True if nothing typed was ignored, except what has no meaning, such as & between two words. */
  isWhole: boolean;
  /** The reason why a meaningful part is left out: a sign without words, or the limit on words. */
  leftOut: "search.unknown_value" | "search.too_many" | null;
  /** The first error: an unknown operator, an invalid value, or too many conditions. */
  problem: "search.unknown_operator" | "search.unknown_value" | "search.too_many" | null;
}

/** The most common reason why a search is refused. */
export const noWord = "search.unknown_value";
