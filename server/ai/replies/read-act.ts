import type { Act, Language } from "./acts.ts";
import type { Cue } from "./cues.ts";
import { courtesiesDe, cuesDe } from "./cues-de.ts";
import { courtesiesEn, cuesEn } from "./cues-en.ts";

interface Words {
  subject: string;
  /** The sender's text without quotations, sentence by sentence. */
  sentences: readonly string[];
}

/** The speech act of a message, and the sentence that reveals it. */
export interface ReadAct {
  act: Act;
  sentence: string;
}

const byLanguage: Record<Language, { cues: readonly Cue[]; courtesies: readonly RegExp[] }> = {
  en: { cues: cuesEn, courtesies: courtesiesEn },
  de: { cues: cuesDe, courtesies: courtesiesDe },
};

/** A longer sentence contains more than one statement, or is not a sentence. */
const sentenceLength = 600;
const maxSentences = 60;
/** A cue in the subject weighs less than one in the text. */
const subjectWeight = 0.55;
/** Additional weight of the last sentence, to which a reply usually responds. */
const endWeight = 0.4;

/** Returns the speech act of a message. Without any cue it is information. */
export function readAct(words: Words, language: Language): ReadAct {
  const { cues, courtesies } = byLanguage[language];
  const sentences = words.sentences.slice(0, maxSentences).map((sentence) => plain(sentence));
  const bare = sentences.map((sentence) => without(sentence, courtesies));
  let best: ReadAct & { score: number } = { act: "fyi", sentence: sentences[0] ?? "", score: 0 };
  const take = (act: Act, score: number, sentence: string) => {
    if (score > best.score) best = { act, sentence, score };
  };
  for (const [at, sentence] of bare.entries()) {
    const isNearDate = [at - 1, at, at + 1].some((near) => namesTime(bare[near] ?? ""));
    const bonus = bare.length > 1 ? (endWeight * at) / (bare.length - 1) : 0;
    const isQuestion = sentence.includes("?");
    const isProposal = isQuestion || proposes.test(sentence);
    for (const cue of cues) {
      if (cue.needsDate && !isNearDate) continue;
      if ((cue.needsQuestion && !isQuestion) || (cue.needsProposal && !isProposal)) continue;
      if (cue.pattern.test(sentence)) take(cue.act, cue.weight + bonus, sentences[at] ?? "");
    }
  }
  const subject = without(
    plain(words.subject.replace(/^(?:(?:re|aw|fwd?|wg):\s*)+/i, "")),
    courtesies,
  );
  for (const { act, weight, pattern, ...needs } of cues) {
    if (needs.needsDate || (needs.needsQuestion && !subject.includes("?"))) continue;
    if (pattern.test(subject)) take(act, weight * subjectWeight, subject);
  }
  return { act: best.act, sentence: best.sentence };
}

function plain(sentence: string): string {
  return sentence.slice(0, sentenceLength).replaceAll(/[‘’]/g, "'").replaceAll(/\s+/g, " ").trim();
}

function without(sentence: string, courtesies: readonly RegExp[]): string {
  return courtesies.reduce((left, courtesy) => left.replaceAll(courtesy, " "), sentence).trim();
}

const proposes =
  /\b(?:let's|shall|could|can|would|propose|suggest|postpone|move|push|like to|want to|need to|how about|what about)\b/i;

/** Returns true if the text contains a date or time. */
function namesTime(text: string): boolean {
  return /\b(?:mon|tues|wednes|thurs|fri|satur|sun)day|\b(?:tomorrow|tonight|this (?:afternoon|morning|evening|week)|next (?:week|month)|later today|noon|midday)\b|\b\d{1,2}(?:[:.]\d\d)? ?(?:am|pm|o'clock|uhr)\b|\b\d{1,2}:\d\d\b|\b(?:\d{1,2}(?:st|nd|rd|th)?\.? )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* ?\d{0,2}\b|\b(?:mon|diens|donners|frei|sams|sonn)tag|\bmittwoch|\b(?:morgen|übermorgen|heute|nächste woche|kommende woche)\b/i.test(
    text,
  );
}
