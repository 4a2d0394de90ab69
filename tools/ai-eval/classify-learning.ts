import { featuresOf } from "../../server/ai/classify/features.ts";
import { judge } from "../../server/ai/classify/judge.ts";
import { factsOf, learnFrom, type OwnLearning } from "../../server/ai/classify/learn.ts";
import type { TrainingExample } from "../../server/ai/classify/training-example.ts";
import { scoreOf } from "../../server/ai/classify/model.ts";
import { modelOf, type Sources, trainHead } from "../ai-train/heads.ts";
import type { aeslc } from "../ai-train/sources.ts";
import { foldsOf } from "../ai-train/spam-threshold.ts";

/**
 * Row 4: a model trained on SpamAssassin alone, and users who correct each mistake. `lost` is the drop in recall on unseen
 * SpamAssassin spam caused by their corrections.
 */
export async function learning(sources: Sources, office: ReturnType<typeof aeslc>) {
  const [fold] = foldsOf({ ...sources, made: [], office: [], letters: [] });
  if (!fold) throw new Error("There are no folds.");
  const model = modelOf({ spam: trainHead("spam", fold.rest) }, 0);
  const bad = fold.spam.filter(({ isSpam }) => isSpam).map(({ mail }) => featuresOf(mail));
  const recall = (own?: OwnLearning) =>
    bad.filter((features) => scoreOf(model, "spam", features, own?.heads) >= 0).length / bad.length;
  const plainly = recall();
  const boxes = [...Map.groupBy(office, ({ user }) => user).values()]
    .filter((messages) => messages.length >= 120)
    .slice(0, 25);
  let [early, late, nEarly, n, lost] = [0, 0, 0, 0, 0];
  for (const messages of boxes) {
    const examples: TrainingExample[] = [];
    let own = await learnFrom(examples);
    for (const [index, { mail }] of messages.slice(0, 120).entries()) {
      const features = featuresOf(mail);
      const isWrong = judge(model, mail, features, own.heads).category === "Spam";
      if (index < 20) nEarly++;
      if (index >= 60) n++;
      if (!isWrong) continue;
      if (index < 20) early++;
      if (index >= 60) late++;
      const plain = judge(model, mail, features);
      const facts = factsOf(features, plain, { signals: new Map(), urgency: 0 }, model.spamFrom);
      examples.push({ category: "Work", priority: "", facts });
      own = await learnFrom(examples);
    }
    lost += (plainly - recall(own)) / boxes.length;
  }
  return { early: early / nEarly, late: late / n, nEarly, n, lost, nLost: bad.length };
}

/** Returns the average precision: the mean, over all true cases, of the share of true cases down to each one. */
export function precisionOf(scored: readonly { score: number; isTrue: boolean }[]): number {
  let right = 0;
  let sum = 0;
  for (const [index, { isTrue }] of scored.toSorted((a, b) => b.score - a.score).entries()) {
    if (!isTrue) continue;
    right++;
    sum += right / (index + 1);
  }
  return sum / right;
}
