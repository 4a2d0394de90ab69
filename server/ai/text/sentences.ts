import type { Sentence } from "./clean-mail.ts";

const segmenters = new Map<string, Intl.Segmenter>();
const mostSentences = 1500;
/** As much of a sentence's end tells whether it is one; a letter before it says that it begins further up. */
const endLength = 40;
const cut = "x";

/** The sentences of a text whose lines are whole paragraphs: each verbatim, with where it stands. */
export function splitSentences(text: string, language: string | null): Sentence[] {
  const segmenter = segmenterFor(language ?? "en");
  const found: Sentence[] = [];
  let at = 0;
  for (const line of text.split("\n")) {
    if (found.length >= mostSentences) break;
    if (line.trim() !== "") {
      for (const sentence of sentencesOf(line, at, segmenter)) found.push(sentence);
    }
    at += line.length + 1;
  }
  return found.slice(0, mostSentences);
}

function segmenterFor(language: string): Intl.Segmenter {
  const known = segmenters.get(language);
  if (known) return known;
  const made = new Intl.Segmenter(language, { granularity: "sentence" });
  segmenters.set(language, made);
  return made;
}

function sentencesOf(line: string, offset: number, segmenter: Intl.Segmenter): Sentence[] {
  const pieces: string[] = [];
  let from = 0;
  for (const { segment, index } of segmenter.segment(line)) {
    if (index === 0) continue;
    // What ends a sentence stands at its end: a whole one that grows piece by piece is not read anew for each.
    const start = Math.max(from, index - endLength);
    const before = line.slice(start, index);
    if (!isEnd(start > from ? `${cut}${before}` : before, segment)) continue;
    pieces.push(line.slice(from, index));
    from = index;
    if (pieces.length > mostSentences) break;
  }
  if (pieces.length <= mostSentences) pieces.push(line.slice(from));
  const sentences: Sentence[] = [];
  let at = offset;
  for (const piece of pieces) {
    const text = piece.trim();
    const start = at + (piece.length - piece.trimStart().length);
    if (text !== "") sentences.push({ text, start, end: start + text.length });
    at += piece.length;
  }
  return sentences;
}

const shortened =
  /(?:^|[\s("'])(?:mr|mrs|ms|dr|prof|sr|jr|st|vs|etc|e\.g|i\.e|cf|approx|no|nos|nr|inc|ltd|corp|co|dept|est|ext|fig|tel|p\.s|a\.m|p\.m|u\.s|u\.k|z\.b|d\.h|bzw|ca|ggf|evtl|usw|hr|fr|str|sra|srta|mme|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec|mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun)\.\s*$/i;

/** Whether a sentence ends here. Abbreviations, initials and list numbers end none. */
function isEnd(before: string, after: string): boolean {
  if (/^\s*(?:\d{1,3}|[a-z])[.)]\s*$/i.test(before)) return false;
  if (/(?:^|\s)\p{Lu}\.\s*$/u.test(before)) return false;
  if (shortened.test(before) && !/^\p{Lu}\p{Ll}+ (?:is|are|was|will|I|we|you)\b/u.test(after)) {
    return false;
  }
  return !/^\p{Ll}/u.test(after) || /[!?…]["')\]]*\s+$/.test(before);
}
