import { expect, test } from "vitest";
import { highFromOf } from "./high-share.ts";
import { learnPriority } from "./learn-priority.ts";
import { basePriority } from "./priority.ts";
import { type UseFacts, useFactsOf, usesFrom } from "./usage.ts";
import type { MessageId } from "@inlet/contract/ids.ts";

const facts = (from: string, urgency = 0.2): UseFacts => ({
  signals: [
    [`from ${from}`, 1],
    ["category Work", 1],
  ],
  urgency,
});
const use = (worth: number, from: string) => ({ worth, facts: facts(from) });

test("a sender's weight stays within its bounds after any number of actions", async () => {
  const many = Array.from({ length: 400 }, () => use(1, "ann@x.example"));
  const weights = await learnPriority([], many);
  for (const weight of weights.values()) expect(Math.abs(weight)).toBeLessThanOrEqual(0.6);
  expect(weights.get("from ann@x.example")).toBeGreaterThan(0.1);
});

test("explicit feedback on a sender outweighs observed actions", async () => {
  const done = Array.from({ length: 30 }, () => use(-1, "ann@x.example"));
  const training = Array.from({ length: 5 }, () => ({
    category: "" as const,
    priority: "High" as const,
    facts: { ...facts("ann@x.example"), form: 0, at: [], scores: {}, spam: 0, spamFrom: 0 },
  }));
  const weights = await learnPriority(training, done);
  const score = 0.2 + [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  expect(score).toBeGreaterThan(basePriority().highFrom - 0.1);
});

test("several actions on a message count as the strongest one, and their effects are not used as reasons", () => {
  const id = "m" as MessageId; // Any id works.
  const all = useFactsOf({
    signals: [
      ["own part", 1],
      ["from a@x.example", 1],
    ],
    urgency: 0,
  });
  expect(all.signals).toEqual([["from a@x.example", 1]]);
  const done = (["opened", "starred", "replied"] as const).map((act) => ({
    messageId: id,
    act,
    facts: all,
  }));
  expect(usesFrom(done)).toEqual([{ worth: 1, facts: all }]);
  expect(usesFrom([{ messageId: id, act: "opened", facts: null }])).toEqual([]);
});

test("sets the mark to the requested share of High, within bounds, and not for little mail", () => {
  const { highFrom } = basePriority();
  const spread = Array.from({ length: 100 }, (_, index) => highFrom - 0.2 + index * 0.004);
  const shareOf = (mark = 0) => spread.filter((score) => score >= mark).length;
  expect(shareOf(highFromOf(spread, 15))).toBe(15);
  expect(shareOf(highFromOf(spread, 5))).toBe(5);
  expect(highFromOf(spread.slice(0, 10), 15)).toBeUndefined();
  const quiet = Array.from({ length: 50 }, () => -2);
  expect(highFromOf(quiet, 40)).toBeCloseTo(highFrom - 0.25);
  const lists = Array.from({ length: 50 }, () => -Infinity);
  expect(highFromOf(lists, 40)).toBeCloseTo(highFrom - 0.25);
});
