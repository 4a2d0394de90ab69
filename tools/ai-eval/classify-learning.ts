import { featuresOf } from "../../server/ai/classify/features.ts";
import { judge } from "../../server/ai/classify/judge.ts";
import { factsOf, learnFrom } from "../../server/ai/classify/learn.ts";
import { modelOf, type Sources, trainHead } from "../ai-train/heads.ts";
import type { aeslc } from "../ai-train/sources.ts";

/** Row 4: a model that knows SpamAssassin alone, and people who say each time that it was wrong. */
export async function learning(sources: Sources, office: ReturnType<typeof aeslc>) {
  const weights = { spam: trainHead("spam", { ...sources, made: [], office: [] }) };
  const model = modelOf(weights, 0);
  const boxes = [...Map.groupBy(office, ({ user }) => user).values()]
    .filter((mails) => mails.length >= 120)
    .slice(0, 25);
  let [early, late, nEarly, n] = [0, 0, 0, 0];
  for (const mails of boxes) {
    const lessons: Parameters<typeof learnFrom>[0][number][] = [];
    for (const [index, { mail }] of mails.slice(0, 120).entries()) {
      const features = featuresOf(mail);
      const own = await learnFrom(lessons);
      const isWrong = judge(model, mail, features, own.heads).category === "Spam";
      if (index < 20) nEarly++;
      if (index >= 60) n++;
      if (!isWrong) continue;
      if (index < 20) early++;
      if (index >= 60) late++;
      const plain = judge(model, mail, features);
      const facts = factsOf(features, plain, { signals: new Map(), urgency: 0 }, model.spamFrom);
      lessons.push({ category: "Work", priority: "", facts });
    }
  }
  return { early: early / nEarly, late: late / n, nEarly, n };
}

/** The mean of how many were right up to each that is true. */
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
