import type { Act } from "./acts.ts";
import { withoutAccents } from "./without-accents.ts";
import type { Words } from "./words.ts";

interface Read {
  subject: string;
  /** The sender's text without quotations, sentence by sentence. */
  sentences: readonly string[];
}

/** The speech act of a message, and the sentence that reveals it. */
export interface ReadAct {
  act: Act;
  sentence: string;
  /** The sentences that ask something, in order. */
  asks: { act: Act; sentence: string; score: number }[];
  /** The weight of the cue; 0 if there was none. */
  score: number;
}

/** A longer sentence contains more than one statement, or is not a sentence. */
const sentenceLength = 600;
const maxSentences = 60;
/** A cue in the subject weighs less than one in the text. */
const subjectWeight = 0.55;
/** Additional weight of the last sentence, to which a reply usually responds. */
const endWeight = 0.4;

/** Acts that ask something. A question after a proposal of a day belongs to it. */
const asking = new Set<Act>([
  "request",
  "question-yes-no",
  "question-open",
  "schedule",
  "invitation",
  "reminder",
]);
const appointments = new Set<Act>(["schedule", "invitation"]);

/** Returns the speech act of a message. Without any cue it is information. */
export function readAct(words: Read, { cues, courtesies, day }: Words): ReadAct {
  const sentences = words.sentences.slice(0, maxSentences).map((sentence) => plain(sentence));
  const bare = sentences.map((sentence) => without(withoutAccents(sentence), courtesies));
  const hasTime = bare.map((sentence) => sentence.search(day) >= 0 || namesTime(sentence));
  const read = bare.map((sentence, at) => {
    const isNearDate = [at - 1, at, at + 1].some((near) => hasTime[near] === true);
    const bonus = bare.length > 1 ? (endWeight * at) / (bare.length - 1) : 0;
    const isQuestion = sentence.includes("?");
    const isProposal = isQuestion || proposes.test(sentence);
    const found = cues.filter(
      (cue) =>
        // "I can't come, could we …?" asks for another time.
        (cue.act !== "refusal" || !isQuestion) &&
        (!cue.needsDate || isNearDate) &&
        (!cue.needsQuestion || isQuestion) &&
        (!cue.needsProposal || isProposal) &&
        cue.pattern.test(sentence),
    );
    const [best] = found.toSorted((one, other) => other.weight - one.weight);
    return best && { act: best.act, sentence: sentences[at] ?? "", score: best.weight + bonus };
  });
  const subject = without(
    withoutAccents(
      plain(words.subject.replace(/^(?:(?:re|aw|fwd?|wg|sv|tr|rv|r|i|antw):\s*)+/i, "")),
    ),
    courtesies,
  );
  const named = cues.flatMap(({ act, weight, pattern, ...needs }) =>
    needs.needsDate || (needs.needsQuestion && !subject.includes("?")) || !pattern.test(subject)
      ? []
      : { act, sentence: subject, score: weight * subjectWeight },
  );
  const all = [...read.filter((each) => each !== undefined), ...named];
  const [best] = all.toSorted((one, other) => other.score - one.score);
  const asks = read.filter((each) => each !== undefined && asking.has(each.act));
  return {
    ...(best ?? { act: "fyi", sentence: sentences[0] ?? "", score: 0 }),
    asks: asks.flatMap((each, at) => {
      const before = asks[at - 1];
      const isSame = each && before && appointments.has(before.act) && each.act !== "request";
      return each && !isSame ? each : [];
    }),
  };
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
