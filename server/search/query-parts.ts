import type { Ask, Term } from "#/store/word-query.ts";

type NameOperator = "in" | "label" | "account";

export type Single = Exclude<Ask, { kind: "and" | "or" | "not" }>;

/** Where the person's own addresses may be asked for; of `from` the message knows it itself. */
export type OwnField = "to" | "cc" | "bcc" | "with" | "deliveredto";

/** A part of what was typed; names, labels and own addresses are what only the mailbox can tell. */
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

/** Of which all must be met. */
export function allOf(parts: Part[]): Part {
  const [only] = parts;
  return only && parts.length === 1 ? only : { kind: "all", parts };
}

/** What was typed, before names are looked up. All of it must be met. */
export interface ParsedQuery {
  terms: Term[];
  asks: Single[];
  names: { operator: NameOperator; name: string }[];
  /** What is taken away, where one of several is enough, and what only the mailbox can tell. */
  groups: Part[];
  /** date_keys: at least this one, and below that one. */
  from?: number;
  until?: number;
  /** Everything that was typed is asked for; what means nothing, as & between two words, is not. */
  isWhole: boolean;
  /** Why something that means more is not asked for: a sign that stands alone, or there is an end to the number of words. */
  leftOut: "search.unknown_value" | "search.too_many" | null;
  /** The first operator that does not exist, or does not take its value; or that more is asked for than can be. */
  problem: "search.unknown_operator" | "search.unknown_value" | "search.too_many" | null;
}

/** Why most searches are not made. */
export const noWord = "search.unknown_value";
