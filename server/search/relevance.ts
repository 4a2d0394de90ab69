import { foldText, toWords } from "#/base/plain-words.ts";
import type { Term } from "#/store/word-query.ts";

/** What a message is weighed by. */
export interface Weighed {
  dateKey: number;
  subject: string;
  /** Who wrote it; of one's own mail, to whom. */
  people: string;
  isOwn: boolean;
  /** Somebody whom the person has written to. */
  isOfFamiliar: boolean;
}

/**
 * What speaks for a message, in thousandths: words in its subject say more of it than all else, then those in the names of
 * its people; so much alone is due to the newest, and half of it to what is a month older. Nothing of it changes with a
 * key that is pressed on a row, which would leap away from under the hand.
 */
const points = {
  subject: 50_000,
  people: 35_000,
  known: 15_000,
  newest: 40_000,
};
const halfAfterDays = 30;
const keysPerDay = 86_400 * 2 ** 20;

/** How much a hit says to whoever typed these words, beside others that are no newer than `newest`, a date_key. */
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

/** Whether it says more where its words stand in one place than in another. */
export function isWeighed({ column, near }: Term): boolean {
  return column === "any" && !near;
}

interface Text {
  folded: string;
  /** Made once something of what is sought stands there at all. */
  words: () => string[];
}

function textOf(text: string): Text {
  let words: string[] | undefined;
  return { folded: foldText(text), words: () => (words ??= toWords(text)) };
}

/** Whether the words of a term stand side by side in a text. */
function isHeld({ folded, words }: Text, { words: sought, isPrefix }: Term): boolean {
  if (!sought.every((word) => folded.includes(word))) return false;
  const last = sought.length - 1;
  return words().some((_, at, all) =>
    sought.every((word, index) => {
      const there = all[at + index];
      return isPrefix && index === last ? there?.startsWith(word) : there === word;
    }),
  );
}
