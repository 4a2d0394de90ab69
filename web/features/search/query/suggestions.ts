import { searchOperators } from "@inlet/contract/mail/search-query.ts";
import { searchTexts } from "#/features/search/search-texts.ts";
import type { StoredSearch } from "#/state/view/saved-searches.ts";

/** A suggestion while a search is typed, besides completions of operators and results. */
export type Suggestion =
  | { kind: "recent"; words: string }
  | { kind: "saved"; id: string; name: string; words: string }
  | { kind: "tip"; piece: string; hint: string }
  /** Restricts the search to the current list. */
  | { kind: "here"; piece: string; hint: string }
  /** Replaces the word that is being typed. */
  | { kind: "operator"; piece: string; hint: string; start: number };

const maxOperators = 4;
const maxSaved = 5;
const maxOthers = 2;

const tipPieces = [
  ...(["from:", "to:", "subject:", "has:attachment", "is:unread", "is:starred", "in:"] as const),
  ...(["label:", "account:", "after:", "before:", "newer_than:", "with:"] as const),
];

const tips = tipPieces.map((piece): Suggestion => ({ kind: "tip", piece, hint: hintOf(piece) }));

/** The current list, as an operator and by name. */
export interface Here {
  piece: string;
  name: string;
}

/** Returns suggestions for the beginning of a search or, if nothing is typed, for ways to begin one. */
export function suggestionsFor(
  { words, rest, here }: { words: string; rest: string; here: Here | null },
  recents: readonly string[],
  saved: readonly StoredSearch[],
): Suggestion[] {
  const kept = saved.map(({ id, name, query }): Suggestion & { kind: "saved" } => ({
    kind: "saved",
    id,
    name,
    words: query,
  }));
  const used = recents.map((one): Suggestion & { kind: "recent" } => ({
    kind: "recent",
    words: one,
  }));
  const typed = words.trim().toLowerCase();
  const narrower: Suggestion[] =
    here && !words.includes(here.piece)
      ? [{ kind: "here", piece: here.piece, hint: searchTexts.onlyIn(here.name) }]
      : [];
  if (typed === "") return [...used, ...kept.slice(0, maxSaved), ...narrower, ...tips];
  return [
    ...operatorsFor(rest),
    ...narrower,
    ...kept.filter(({ name }) => name.toLowerCase().includes(typed)).slice(0, maxOthers),
    ...used
      .filter((one) => one.words.toLowerCase().startsWith(typed) && one.words !== words.trim())
      .slice(0, maxOthers),
  ];
}

/** Returns operators that begin like the last word. */
function operatorsFor(rest: string): Suggestion[] {
  const begun = /(?:^|[\s({])(-?)([a-z][a-z_]*)$/i.exec(rest);
  if (!begun) return [];
  const [, minus = "", word = ""] = begun;
  const start = rest.length - minus.length - word.length;
  return Object.keys(searchOperators)
    .filter((operator) => operator.startsWith(word.toLowerCase()))
    .slice(0, maxOperators)
    .map((operator) => {
      const piece = `${operator}:`;
      return { kind: "operator", piece: minus + piece, hint: hintOf(piece), start };
    });
}

/** Returns the meaning of an operator, or of an operator with a value; "" if it is not described. */
function hintOf(piece: string): string {
  const meanings: Partial<Record<string, string>> = searchTexts.meanings;
  return meanings[piece] ?? "";
}
