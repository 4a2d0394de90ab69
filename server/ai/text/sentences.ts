export interface Sentence {
  text: string;
  /** Offsets in `own`. */
  start: number;
  end: number;
}
const segmenters = new Map<string, Intl.Segmenter>();
const maxSentences = 1500;
/**
 * Number of characters before a boundary that decide if a sentence ends there. A letter in front marks that the sentence begins
 * earlier.
 */
const endLength = 40;
const cut = "x";

/** Returns the sentences of a text with whole paragraphs as lines: each verbatim, with its offsets. */
export function splitSentences(text: string, language: string | null): Sentence[] {
  const segmenter = segmenterFor(language ?? "en");
  const found: Sentence[] = [];
  let at = 0;
  for (const line of text.split("\n")) {
    if (found.length >= maxSentences) break;
    if (line.trim() !== "") {
      for (const sentence of sentencesOf(line, at, { segmenter, language })) found.push(sentence);
    }
    at += line.length + 1;
  }
  return found.slice(0, maxSentences);
}

function segmenterFor(language: string): Intl.Segmenter {
  const known = segmenters.get(language);
  if (known) return known;
  const made = new Intl.Segmenter(language, { granularity: "sentence" });
  segmenters.set(language, made);
  return made;
}

function sentencesOf(
  line: string,
  offset: number,
  { segmenter, language }: { segmenter: Intl.Segmenter; language: string | null },
): Sentence[] {
  const pieces: string[] = [];
  let from = 0;
  for (const { segment, index } of segmenter.segment(line)) {
    if (index === 0) continue;
    // The last characters decide if a sentence ends. Reading only them avoids rereading a sentence that grows piece by piece.
    const start = Math.max(from, index - endLength);
    const before = line.slice(start, index);
    if (!isEnd(start > from ? `${cut}${before}` : before, segment, language)) continue;
    pieces.push(line.slice(from, index));
    from = index;
    if (pieces.length > maxSentences) break;
  }
  if (pieces.length <= maxSentences) pieces.push(line.slice(from));
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

/** A month after a day number, in languages that write a period after the number and a capital month. */
const month =
  /^(?:Jan(?:uar|uary)?|Jän(?:ner)?|Feb(?:ruar|ruary|er)?|März?|Mrz|Apr(?:il)?|Juni?|Juli|Aug(?:ust)?|Sept?(?:ember)?|O[ck]t(?:ober)?|Nov(?:ember)?|De[cz](?:ember)?)(?!\p{L})/u;
/** Months that are also English words at the beginning of a sentence. */
const monthAndWord = /^(?:Mai|May|March|June|July)(?!\p{L})/u;

/** Reports whether a sentence ends here. Abbreviations, initials, list numbers and the day of a date do not end one. */
function isEnd(before: string, after: string, language: string | null): boolean {
  if (/(?:^|\D)(?:[12]?\d|3[01])\.\s*$/.test(before)) {
    if (month.test(after) || (language !== "en" && monthAndWord.test(after))) return false;
  }
  if (/^\s*(?:\d{1,3}|[a-z])[.)]\s*$/i.test(before)) return false;
  if (/(?:^|\s)\p{Lu}\.\s*$/u.test(before)) return false;
  if (shortened.test(before) && !/^\p{Lu}\p{Ll}+ (?:is|are|was|will|I|we|you)\b/u.test(after)) {
    return false;
  }
  return !/^\p{Ll}/u.test(after) || /[!?…]["')\]]*\s+$/.test(before);
}
