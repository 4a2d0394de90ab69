import { setImmediate } from "node:timers/promises";
import type { TrainingExample } from "./training-example.ts";
import { basePriority } from "./priority.ts";
import type { Use } from "./usage.ts";

const longestStep = 0.35;
const margin = 0.1;
const rounds = 10;
const rate = 0.1;
/** Observed actions count less than explicit feedback. */
const trust = 0.5;
/** Maximum change of one weight by observed actions. */
const maxShareFromUse = 0.6;
/** Number of training examples between event-loop yields. */
const exampleBatchSize = 20;

type Facts = Use["facts"];

/**
 * Fits the weights in several rounds of small steps, so early feedback counts as much as late feedback, and explicit feedback
 * more than observed actions. `mark` is the user's threshold for High.
 */
export async function learnPriority(
  examples: readonly TrainingExample[],
  uses: readonly Use[],
  mark = basePriority().highFrom,
): Promise<Map<string, number>> {
  const corrections = new Map<string, number>();
  const done = new Map<string, number>();
  const { highFrom, lowTo } = basePriority();
  const ranges = {
    High: [mark, Infinity],
    // Medium is skewed towards lower urgency, because a false High is worse than a missed one.
    Medium: [lowTo + margin, mark - 3 * margin],
    Low: [-Infinity, lowTo - margin],
    "": [-Infinity, Infinity],
  } as const;
  const missing = (facts: Facts, [from, to]: readonly [number, number]) => {
    const weightOf = (name: string) => (corrections.get(name) ?? 0) + (done.get(name) ?? 0);
    const now = facts.signals.reduce(
      (sum, [name, value]) => sum + weightOf(name) * value,
      facts.urgency + weightOf(""),
    );
    return now < from ? from - now : now > to ? to - now : 0;
  };
  const labeled = examples.filter((example) => example.priority !== "");
  for (let round = 0; round < rounds; round++) {
    for (const [index, { worth, facts }] of uses.entries()) {
      if (index % exampleBatchSize === 0) await setImmediate();
      const wanted = worth > 0 ? ([highFrom + margin, Infinity] as const) : ranges.Low;
      const length = missing(facts, wanted) * Math.abs(worth) * trust;
      step(done, facts, length, maxShareFromUse);
    }
  }
  for (let round = 0; round < rounds; round++) {
    for (const [index, { priority, facts }] of labeled.entries()) {
      if (index % exampleBatchSize === 0) await setImmediate();
      step(corrections, facts, missing(facts, ranges[priority]), Infinity);
    }
  }
  const all = new Set([...corrections.keys(), ...done.keys()]);
  return new Map(
    [...all].map((name) => [name, (corrections.get(name) ?? 0) + (done.get(name) ?? 0)]),
  );
}

function step(own: Map<string, number>, { signals }: Facts, missing: number, most: number): void {
  if (missing === 0) return;
  const norm = signals.reduce((sum, [name, value]) => sum + shareOf(name) * value * value, 0.5);
  const length = Math.max(-longestStep, Math.min(longestStep, missing / norm)) * rate;
  const add = (name: string, by: number) =>
    own.set(name, Math.max(-most, Math.min(most, (own.get(name) ?? 0) + by)));
  add("", 0.2 * length);
  for (const [name, value] of signals) add(name, length * value * shareOf(name));
}

/** The sender is the best predictor of a user's priorities. */
function shareOf(name: string): number {
  if (name.startsWith("from ")) return 1;
  return name.startsWith("category ") ? 0.5 : 0.15;
}
