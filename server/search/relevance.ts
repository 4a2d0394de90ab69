import { foldText, toWords } from "#/base/tokenize.ts";
import type { Term } from "#/store/search/word-query.ts";

/** The data by which a message is ranked. */
export interface Weighed {
  dateKey: number;
  subject: string;
  /** The sender; for the user's messages, the recipients. */
  people: string;
  isOwn: boolean;
  /** True if the user has written to the correspondent. */
  isOfFamiliar: boolean;
}

/**
 * Points for relevance, in thousandths: words in the subject count most, then words in the names of its people. The newest
 * message gets the points of `newest`, and one a month older half of them. Marking a message does not change its points, or its
 * row would jump while the user works on it.
 */
const points = {
  subject: 50_000,
  people: 35_000,
  known: 15_000,
  newest: 40_000,
};
const halfAfterDays = 30;
const keysPerDay = 86_400 * 2 ** 20;

/** Returns the relevance of a hit for the typed words, among hits that are not newer than `newest`, a date_key. */
export function relevanceOf(hit: Weighed, terms: readonly Term[], newest: number): number {
  const anywhere = terms.filter(isWeighed);
  const subject = textOf(hit.subject);
  const people = textOf(hit.people);
  const inFields = anywhere.reduce(
    (sum, term) =>
      sum +
      Math.max(
        isHeld(subject, term) ? points.subject : 0,
        isHeld(people, term) ? points.people : 0,
      ),
    0,
  );
  const days = Math.max(0, newest - hit.dateKey) / keysPerDay;
  return Math.round(
    inFields / Math.max(1, anywhere.length) +
      points.newest / (1 + days / halfAfterDays) +
      (hit.isOwn || hit.isOfFamiliar ? points.known : 0),
  );
}

/** Reports whether the relevance of its words depends on the field. */
export function isWeighed({ column, near }: Term): boolean {
  return column === "any" && !near;
}

interface Text {
  folded: string;
  /** Computed only if the text contains the searched words at all. */
  words: () => string[];
}

function textOf(text: string): Text {
  let words: string[] | undefined;
  return { folded: foldText(text), words: () => (words ??= toWords(text)) };
}

/** Reports whether the words of a term are adjacent in a text. */
function isHeld({ folded, words }: Text, { words: wanted, isPrefix }: Term): boolean {
  if (!wanted.every((word) => folded.includes(word))) return false;
  const last = wanted.length - 1;
  return words().some((_, at, all) =>
    wanted.every((word, index) => {
      const there = all[at + index];
      return isPrefix && index === last ? there?.startsWith(word) : there === word;
    }),
  );
}
