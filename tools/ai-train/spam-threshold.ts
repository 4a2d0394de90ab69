import { featuresOf } from "../../server/ai/classify/features.ts";
import { exampleOf, score } from "./linear.ts";
import { type Sources, trainHead } from "./heads.ts";
import { generateMail, type Sample } from "./sources.ts";

const folds = 5;
/** Maximum share of ham that may be classified as spam: in the corpus that spam is learned from, and in other mail. */
const allowed = { here: 0.0025, elsewhere: 0.001 };

/** Returns the fold of a sample. All samples of a group are in the same fold. */
function foldOf({ group }: Pick<Sample, "group">): number {
  let sum = 7;
  for (let at = 0; at < group.length; at++) sum = (Math.imul(sum, 31) + group.charCodeAt(at)) >>> 0;
  return sum % folds;
}

/** Yields each fold with its own samples and, as `rest`, the sources without them. */
export function* foldsOf(sources: Sources) {
  for (let fold = 0; fold < folds; fold++) {
    yield {
      fold,
      rest: {
        made: sources.made,
        letters: sources.letters,
        spam: sources.spam.filter((one) => foldOf(one) !== fold),
        office: sources.office.filter((one) => foldOf(one) !== fold),
      },
      spam: sources.spam.filter((one) => foldOf(one) === fold),
      office: sources.office.filter((one) => foldOf(one) === fold),
    };
  }
}

/** The score of a message that was not trained on. */
export interface Scored {
  fold: number;
  score: number;
  isSpam: boolean;
  /** Mail that users wanted and that looks like advertising. */
  isHard: boolean;
  isOffice: boolean;
}

/** Scores every message of the corpora with weights from the folds that do not contain it. */
export function spamScores(sources: Sources): Scored[] {
  return [...foldsOf(sources)].flatMap(({ fold, rest, spam, office }) => {
    const weights = trainHead("spam", rest);
    const at = ({ mail }: Sample) => score(weights, exampleOf(featuresOf(mail)));
    return [
      ...spam.map((one) => ({
        fold,
        score: at(one),
        isSpam: one.isSpam,
        isHard: one.set.startsWith("hard"),
        isOffice: false,
      })),
      ...office.map((one) => ({
        fold,
        score: at(one),
        isSpam: false,
        isHard: false,
        isOffice: true,
      })),
    ];
  });
}

/** Returns the lowest spam threshold with an acceptable share of false positives, in this corpus and in other ham. */
export function thresholdOf(
  scored: readonly Scored[],
  generatedHam: readonly number[] = [],
): number {
  const ham = scored.filter(({ isSpam }) => !isSpam);
  const here = ham.filter(({ isOffice }) => !isOffice).map((one) => one.score);
  const other = ham.filter(({ isOffice }) => isOffice).map((one) => one.score);
  return Math.max(
    scoreFrom(here, allowed.here),
    scoreFrom([...other, ...generatedHam], allowed.elsewhere),
  );
}

/** Returns the shipped threshold. */
export function spamThreshold(sources: Sources): number {
  const whole = trainHead("spam", sources);
  const ham = generateMail("held", 20, 100).filter(({ made }) => made.category !== "Spam");
  const scores = ham.map(({ mail }) => score(whole, exampleOf(featuresOf(mail))));
  return thresholdOf(spamScores(sources), scores);
}

/** Returns the score at which at most this share is classified, half-way to the next score below. */
export function scoreFrom(scores: readonly number[], share: number): number {
  const sorted = scores.toSorted((a, b) => b - a);
  const most = Math.floor(sorted.length * share);
  const next = sorted[most] ?? 0;
  return most === 0 ? next + 0.01 : ((sorted[most - 1] ?? next) + next) / 2;
}
