import { featuresOf } from "../../server/ai/classify/features.ts";
import { exampleOf, score } from "./linear.ts";
import { type Sources, trainHead } from "./heads.ts";
import { madeMail, type Sample } from "./sources.ts";

const folds = 5;
/** How much of the mail that is none may be called spam. */
const allowed = 0.001;

/** Which fold a sample is in: what belongs together stays together. */
function foldOf({ group }: Pick<Sample, "group">): number {
  let sum = 7;
  for (let at = 0; at < group.length; at++) sum = (Math.imul(sum, 31) + group.charCodeAt(at)) >>> 0;
  return sum % folds;
}

/** For each fold the sources without it, and what is in it. */
export function* foldsOf(sources: Sources) {
  for (let fold = 0; fold < folds; fold++) {
    yield {
      rest: {
        made: sources.made,
        spam: sources.spam.filter((one) => foldOf(one) !== fold),
        office: sources.office.filter((one) => foldOf(one) !== fold),
      },
      spam: sources.spam.filter((one) => foldOf(one) === fold),
      office: sources.office.filter((one) => foldOf(one) === fold),
    };
  }
}

/** The score from which one of a thousand messages, of which none was learned from, is called spam wrongly. */
export function spamThreshold(sources: Sources): number {
  const scores: number[] = [];
  for (const { rest, spam, office } of foldsOf(sources)) {
    const weights = trainHead("spam", rest);
    const ham = spam.filter(({ isSpam }) => !isSpam);
    for (const { mail } of [...ham, ...office]) {
      scores.push(score(weights, exampleOf(featuresOf(mail))));
    }
  }
  const whole = trainHead("spam", sources);
  for (const { made, mail } of madeMail("held", 20, 100)) {
    if (made.category !== "Spam") scores.push(score(whole, exampleOf(featuresOf(mail))));
  }
  return quantile(scores, 1 - allowed);
}

/** The score below which this part of them stays. */
export function quantile(scores: readonly number[], part: number): number {
  const sorted = scores.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part))] ?? 0;
}
