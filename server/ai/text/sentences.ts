import type { Sentence } from "./clean-mail.ts";

const segmenters = new Map<string, Intl.Segmenter>();
const mostSentences = 1500;

/** The sentences of a text whose lines are whole paragraphs: each verbatim, with where it stands. */
export function splitSentences(text: string, language: string | null): Sentence[] {
  const segmenter = segmenterFor(language ?? "en");
  const found: Sentence[] = [];
  let at = 0;
  for (const line of text.split("\n")) {
    if (found.length >= mostSentences) break;
    if (line.trim() !== "") found.push(...sentencesOf(line, at, segmenter));
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
  for (const { segment } of segmenter.segment(line)) {
    const before = pieces.at(-1);
    if (before !== undefined && !isEnd(before, segment))
      pieces[pieces.length - 1] = before + segment;
    else pieces.push(segment);
  }
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
