import { setImmediate } from "node:timers/promises";
import { Category } from "@inlet/contract/mail/email.ts";
import { anyMailPlace, type Feature, featureForm } from "./features.ts";
import type { Judgement } from "./judge.ts";
import type { TrainingExample, ExampleFacts } from "./training-example.ts";
import { type Head, type OwnWeights, ownValue } from "./model.ts";
import { learnPriority } from "./learn-priority.ts";
import type { Signals } from "./priority.ts";
import type { Use } from "./usage.ts";

/** The weights that a user's corrections add to the base model's. */
export interface OwnLearning {
  heads: OwnWeights;
  priority: ReadonlyMap<string, number>;
  /** Minimum urgency of High for this user; by default the base model's. */
  highFrom?: number | undefined;
}

/** Training examples that are processed before the event loop gets a turn. */
export const exampleBatchSize = 20;
const maxPlaces = 400;
/** Maximum effect of a single correction. */
const longestStep = 0.4;
const margin = 1;
/** Maximum number of competing categories per correction: after the wrong one another may score higher. */
const maxRivals = 4;

/** Returns the data of a message that a correction stores. */
export function factsOf(
  features: readonly Feature[],
  { scores, spam }: Pick<Judgement, "scores" | "spam">,
  urgent: { signals: Signals; urgency: number },
  spamFrom: number,
): ExampleFacts {
  const strongest = features
    .map((feature): [number, number] => [feature.place, round(ownValue(feature))])
    .toSorted(([, one], [, other]) => Math.abs(other) - Math.abs(one))
    .slice(0, maxPlaces);
  const rounded = Object.entries(scores).map(([name, score]) => [name, round(score)]);
  return {
    form: featureForm,
    at: strongest,
    scores: Object.fromEntries(rounded) as Record<string, number>,
    spam: round(spam),
    spamFrom,
    signals: [...urgent.signals],
    urgency: round(urgent.urgency),
  };
}

/** Returns the weights learned from these corrections, replayed in order, and for urgency also from the user's actions. */
export async function learnFrom(
  examples: readonly TrainingExample[],
  uses: readonly Use[] = [],
  highFrom?: number,
): Promise<OwnLearning> {
  const heads: Partial<Record<Head, Map<number, number>>> = {};
  for (const [index, { category, facts }] of examples.entries()) {
    if (index % exampleBatchSize === 0) await setImmediate();
    if (category !== "") learnCategory(heads, category, facts);
  }
  return { heads, priority: await learnPriority(examples, uses, highFrom), highFrom };
}

/** Applies a passive-aggressive step: just large enough to classify this message correctly, up to the maximum. */
function learnCategory(
  heads: Partial<Record<Head, Map<number, number>>>,
  category: Category,
  { at: all, scores, spam, spamFrom }: ExampleFacts,
): void {
  const normAll = normOf(all);
  if (normAll === 0) return;
  const isSpam = category === "Spam";
  const spamNow = spam + ownScore(heads.spam, all);
  const missing = isSpam ? spamFrom + margin - spamNow : spamNow - (spamFrom - margin);
  if (missing > 0)
    step(heads, "spam", all, (isSpam ? 1 : -1) * Math.min(longestStep, missing / normAll));
  if (isSpam) return;
  // The feature of all mail indicates the share of spam, but nothing about the other categories.
  const at = all.filter(([place]) => place !== anyMailPlace);
  const norm = normOf(at);
  if (norm === 0) return;
  for (let round = 0; round < maxRivals; round++) {
    const now = Object.entries(scores).flatMap(([name, score]) => {
      const head = Category.safeParse(name);
      if (!head.success || head.data === "Spam") return [];
      return [{ head: head.data, score: score + ownScore(heads[head.data], at) }];
    });
    const right = now.find(({ head }) => head === category);
    const others = now.filter(({ head }) => head !== category);
    const [rival] = others.toSorted((one, other) => other.score - one.score);
    if (!right || !rival) return;
    const loss = margin - (right.score - rival.score);
    if (loss <= 0.01) return;
    const length = Math.min(longestStep, loss / (2 * norm));
    step(heads, right.head, at, length);
    step(heads, rival.head, at, -length);
  }
}

function normOf(at: ExampleFacts["at"]): number {
  return at.reduce((sum, [, value]) => sum + value * value, 0);
}

function step(
  heads: Partial<Record<Head, Map<number, number>>>,
  head: Head,
  at: ExampleFacts["at"],
  length: number,
): void {
  const own = heads[head] ?? new Map<number, number>();
  heads[head] = own;
  for (const [place, value] of at) own.set(place, (own.get(place) ?? 0) + length * value);
}

function ownScore(own: ReadonlyMap<number, number> | undefined, at: ExampleFacts["at"]): number {
  if (!own) return 0;
  return at.reduce((sum, [place, value]) => sum + (own.get(place) ?? 0) * value, 0);
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

/** Serializes weights for storage. */
export function writeLearning({ heads, priority, highFrom }: OwnLearning): string {
  const written = Object.entries(heads).map(([head, own]) => [
    head,
    [...(own ?? [])].flatMap(([place, weight]) => [place, round(weight)]),
  ]);
  return JSON.stringify({
    form: featureForm,
    heads: Object.fromEntries(written),
    priority: [...priority],
    highFrom,
  });
}

/** Stored form of the weights, as `writeLearning` writes it; "{}" before anything was learned. */
interface Written {
  /** Version of the features that the slots belong to. */
  form?: number;
  heads?: Record<string, number[]>;
  priority?: [string, number][];
  highFrom?: number;
}

/** Parses stored weights. */
export function readLearning(json: string): OwnLearning {
  // Safe: only `writeLearning` writes this column, and validating its many numbers would block the thread.
  const { form, heads = {}, priority = [], highFrom } = JSON.parse(json) as Written;
  const own = Object.entries(form === featureForm ? heads : {}).map(([head, pairs]) => {
    const weights = new Map<number, number>();
    for (let at = 0; at + 1 < pairs.length; at += 2)
      weights.set(pairs[at] ?? 0, pairs[at + 1] ?? 0);
    return [head, weights];
  });
  // Safe: `writeLearning` writes only known heads.
  return { heads: Object.fromEntries(own) as OwnWeights, priority: new Map(priority), highFrom };
}
