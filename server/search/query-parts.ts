import type { Ask, Term } from "#/store/word-query.ts";

type NameOperator = "in" | "label" | "account";

export type Single = Exclude<Ask, { kind: "and" | "or" | "not" }>;

/** The fields in which the user's addresses may be searched; `from` is stored with the message. */
export type OwnField = "to" | "cc" | "bcc" | "with" | "deliveredto";

/** A part of the typed text; names, labels and the user's addresses can be resolved only with the mailbox. */
export type Part =
  | Single
  | { kind: "name"; operator: NameOperator; name: string }
  | { kind: "me"; field: OwnField }
  /** Carries a label of the person's. */
  | { kind: "userlabels" }
  | { kind: "without"; part: Part }
  | { kind: "all"; parts: Part[] }
  | { kind: "either"; parts: Part[] };

/** Words of a person in a field, all to be met; of cc and bcc the index knows only that they are recipients. */
export function asksOfPerson(
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
  /** date_keys: at least this one, and below that one. */
  from?: number;
  until?: number;
  /** Everything that was typed is asked for; what means nothing, as & between two words, is not. */
  isWhole: boolean;
  /** The reason why a meaningful part is left out: a sign without words, or the limit on words. */
  leftOut: "search.unknown_value" | "search.too_many" | null;
  /** The first operator that does not exist, or does not take its value; or that more is asked for than can be. */
  problem: "search.unknown_operator" | "search.unknown_value" | "search.too_many" | null;
}

/** Why most searches are not made. */
export const noWord = "search.unknown_value";
