import { splitQuotes } from "./split-quotes.ts";

/** What a mail says itself, cleaned of characters that do not show, and its sentences by their places in it. */
export interface OwnWords {
  own: string;
  sentences: { text: string; start: number; end: number }[];
}

const maxCharacters = 40_000;
const maxSentence = 400;

/** Reads the mail's own part as sentences. A line that stands alone is a sentence too. */
export function ownWords(text: string): OwnWords {
  const own = splitQuotes(text)
    .own.slice(0, maxCharacters)
    .toWellFormed()
    .replaceAll(unseen, "")
    .replaceAll(/[\t\u00a0]/g, " ");
  const sentences: OwnWords["sentences"] = [];
  let offset = 0;
  for (const block of own.split(/(\n\s*\n)/)) {
    for (const { start, end } of sentencesOf(block)) {
      const sentence = block.slice(start, end);
      sentences.push({ text: sentence, start: offset + start, end: offset + end });
    }
    offset += block.length;
  }
  return { own, sentences };
}

/** Characters that a reader does not see: zero width, direction, tags, controls. */
const unseen =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class -- these are meant one by one
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;

function* sentencesOf(block: string): Generator<{ start: number; end: number }> {
  // A line that begins a list, or follows one that ends, is no part of the sentence before.
  let start = 0;
  for (const { index, 0: mark } of block.matchAll(
    /[.!?…。！？]+["'”’)]*(?=\s|$)|\n(?=\s*(?:[-*•\d]|[\p{Lu}][^\n]{0,60}:))|$/gu,
  )) {
    if (isAbbreviation(block.slice(start, index + 1))) continue;
    const end = index + (mark === "\n" ? 0 : mark.length);
    yield* trimmed(block, start, end);
    start = index + mark.length;
  }
}

function isAbbreviation(before: string): boolean {
  return /(?:\b(?:Mr|Mrs|Ms|Dr|Prof|St|No|Nr|vs|etc|e\.g|i\.e|approx|Inc|Ltd|a\.m|p\.m|\p{Lu}))\.$/u.test(
    before,
  );
}

function* trimmed(
  block: string,
  from: number,
  to: number,
): Generator<{ start: number; end: number }> {
  let [start, end] = [from, to];
  while (start < end && /\s/.test(block[start] ?? "")) start++;
  while (end > start && /\s/.test(block[end - 1] ?? "")) end--;
  while (end - start > maxSentence) {
    const space = block.lastIndexOf(" ", start + maxSentence);
    const cut = space > start ? space : start + maxSentence;
    yield { start, end: cut };
    start = cut + (space > start ? 1 : 0);
  }
  if (end > start) yield { start, end };
}
