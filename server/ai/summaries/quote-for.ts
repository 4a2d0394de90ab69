import type { Sentence } from "../text/sentences.ts";

/** Minimum share of the statement's weight that one sentence must contain to be its source. */
const leastShare = 0.45;
/** Number of sentences examined, from the beginning; later ones of such a long message are not quoted. */
const maxSentences = 400;

/** Number of characters examined in a sentence; a longer one is a text without full stops. */
const charactersRead = 1000;

/** A sentence that can be quoted. */
export interface Quotable {
  text: string;
  words: ReadonlySet<string>;
}

/** Returns the sentences of a message with their words, which are computed once for all quotes. */
export function quotableOf(sentences: readonly Sentence[]): Quotable[] {
  return sentences
    .slice(0, maxSentences)
    .map(({ text }) => ({ text, words: wordsOf(text.slice(0, charactersRead)) }));
}

/**
 * Returns the sentence of a message that supports a paraphrase: the one that shares most with it. A word counts more the fewer
 * sentences contain it, and figures count twice. "" if none shares enough.
 */
export function quoteFor(phrase: string, looked: readonly Quotable[]): string {
  const wanted = [...wordsOf(phrase)];
  const weights = wanted.map((word) => {
    const having = looked.filter(({ words }) => words.has(word)).length;
    return (/\d/.test(word) ? 2 : 1) * Math.log(1 + (looked.length + 1) / (having + 0.5));
  });
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  let best = { text: "", share: 0 };
  for (const { text, words } of looked) {
    const shared = weights.reduce(
      (sum, weight, at) => (words.has(wanted[at] ?? "") ? sum + weight : sum),
      0,
    );
    if (shared > best.share * whole) best = { text, share: shared / whole };
  }
  return best.share >= leastShare ? best.text : "";
}

/** Returns words with up to two endings removed; short words are ignored, unless they are figures. */
function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(
    words
      .filter((word) => word.length > 2 || /\d|[^\p{ASCII}]/u.test(word))
      .map((word) => (/^[a-z]{5,}$/.test(word) ? word.replace(/(?:ing|ed|es|s|d)$/, "") : word)),
  );
}
