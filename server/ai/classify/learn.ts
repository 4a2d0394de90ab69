import { setImmediate } from "node:timers/promises";
import { Category, type Priority } from "@inlet/contract/email.ts";
import type { Feature } from "./features.ts";
import type { Judgement } from "./judge.ts";
import { type Head, type OwnWeights, ownValue } from "./model.ts";
import { basePriority, type Signals } from "./priority.ts";

/** What one person's corrections add to the weights that everybody has. */
export interface OwnLearning {
  heads: OwnWeights;
  priority: ReadonlyMap<string, number>;
}

/** What a correction keeps of its message to be replayed when the message is gone: numbers, and its sender for urgency. */
export interface LessonFacts {
  /** Places and values in turn. */
  at: [number, number][];
  /** What everybody's weights say. */
  scores: Record<string, number>;
  spam: number;
  spamFrom: number;
  signals: [string, number][];
  urgency: number;
}

/** What was said of a message, and what was kept of it. */
export interface Lesson {
  category: Category | "";
  priority: Priority | "";
  facts: LessonFacts;
}

/** Lessons gone over before whatever else the thread has to do comes in between. */
export const lessonsAtOnce = 20;
const mostPlaces = 400;
/** No single correction may turn everything around. */
const longestStep = 0.4;
const margin = 1;
/** Behind the category that was wrong there may be another. */
const mostRivals = 4;
const longestPriorityStep = 0.35;
const priorityMargin = 0.1;
const priorityRounds = 10;
const priorityRate = 0.1;

/** What a correction of this message keeps. */
export function factsOf(
  features: readonly Feature[],
  { scores, spam }: Pick<Judgement, "scores" | "spam">,
  urgent: { signals: Signals; urgency: number },
  spamFrom: number,
): LessonFacts {
  const strongest = features
    .map((feature): [number, number] => [feature.place, round(ownValue(feature))])
    .toSorted(([, one], [, other]) => Math.abs(other) - Math.abs(one))
    .slice(0, mostPlaces);
  const rounded = Object.entries(scores).map(([name, score]) => [name, round(score)]);
  return {
    at: strongest,
    scores: Object.fromEntries(rounded) as Record<string, number>,
    spam: round(spam),
    spamFrom,
    signals: [...urgent.signals],
    urgency: round(urgent.urgency),
  };
}

/** The weights that these corrections make, replayed in order. */
export async function learnFrom(lessons: readonly Lesson[]): Promise<OwnLearning> {
  const heads: Partial<Record<Head, Map<number, number>>> = {};
  for (const [index, { category, facts }] of lessons.entries()) {
    if (index % lessonsAtOnce === 0) await setImmediate();
    if (category !== "") learnCategory(heads, category, facts);
  }
  return { heads, priority: await learnPriority(lessons) };
}

/** A passive-aggressive step: as long as it takes for this message to be sorted right, and no longer than allowed. */
function learnCategory(
  heads: Partial<Record<Head, Map<number, number>>>,
  category: Category,
  { at, scores, spam, spamFrom }: LessonFacts,
): void {
  const norm = at.reduce((sum, [, value]) => sum + value * value, 0);
  if (norm === 0) return;
  const isSpam = category === "Spam";
  const spamNow = spam + ownScore(heads.spam, at);
  const missing = isSpam ? spamFrom + margin - spamNow : spamNow - (spamFrom - margin);
  if (missing > 0)
    step(heads, "spam", at, (isSpam ? 1 : -1) * Math.min(longestStep, missing / norm));
  if (isSpam) return;
  for (let round = 0; round < mostRivals; round++) {
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

function step(
  heads: Partial<Record<Head, Map<number, number>>>,
  head: Head,
  at: LessonFacts["at"],
  length: number,
): void {
  const own = heads[head] ?? new Map<number, number>();
  heads[head] = own;
  for (const [place, value] of at) own.set(place, (own.get(place) ?? 0) + length * value);
}

function ownScore(own: ReadonlyMap<number, number> | undefined, at: LessonFacts["at"]): number {
  if (!own) return 0;
  return at.reduce((sum, [place, value]) => sum + (own.get(place) ?? 0) * value, 0);
}

/** Goes over all of them several times in small steps: what was said first weighs as much as what was said last. */
async function learnPriority(lessons: readonly Lesson[]): Promise<Map<string, number>> {
  const own = new Map<string, number>();
  const { highFrom, lowTo } = basePriority();
  const said = lessons.filter((lesson) => lesson.priority !== "");
  for (let round = 0; round < priorityRounds; round++) {
    for (const [index, { priority, facts }] of said.entries()) {
      if (index % lessonsAtOnce === 0) await setImmediate();
      const norm = facts.signals.reduce(
        (sum, [name, value]) => sum + shareOf(name) * value * value,
        0.5,
      );
      const now = facts.signals.reduce(
        (sum, [name, value]) => sum + (own.get(name) ?? 0) * value,
        facts.urgency + (own.get("") ?? 0),
      );
      const [from, to] = {
        High: [highFrom, Infinity],
        // Better too few that press than one too many.
        Medium: [lowTo + priorityMargin, highFrom - 3 * priorityMargin],
        Low: [-Infinity, lowTo - priorityMargin],
        "": [-Infinity, Infinity],
      }[priority] as [number, number];
      const missing = now < from ? from - now : now > to ? to - now : 0;
      const length = Math.max(-longestPriorityStep, Math.min(longestPriorityStep, missing / norm));
      if (length === 0) continue;
      own.set("", (own.get("") ?? 0) + 0.2 * length * priorityRate);
      for (const [name, value] of facts.signals) {
        own.set(name, (own.get(name) ?? 0) + length * value * shareOf(name) * priorityRate);
      }
    }
  }
  return own;
}

/** Whom it is from says most of what one person finds urgent. */
function shareOf(name: string): number {
  if (name.startsWith("from ")) return 1;
  return name.startsWith("category ") ? 0.5 : 0.15;
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

/** Weights as they are stored. */
export function writeLearning({ heads, priority }: OwnLearning): string {
  const written = Object.entries(heads).map(([head, own]) => [
    head,
    [...(own ?? [])].flatMap(([place, weight]) => [place, round(weight)]),
  ]);
  return JSON.stringify({ heads: Object.fromEntries(written), priority: [...priority] });
}

/** As writeLearning writes it; "{}" where nothing was learned. */
interface Written {
  heads?: Record<string, number[]>;
  priority?: [string, number][];
}

/** Weights as they were stored. */
export function readLearning(json: string): OwnLearning {
  // Safe: only writeLearning writes this column, and looking at each of its many numbers would hold the thread up.
  const { heads = {}, priority = [] } = JSON.parse(json) as Written;
  const own = Object.entries(heads).map(([head, pairs]) => {
    const weights = new Map<number, number>();
    for (let at = 0; at + 1 < pairs.length; at += 2)
      weights.set(pairs[at] ?? 0, pairs[at + 1] ?? 0);
    return [head, weights];
  });
  // Only heads are written, by the function above.
  return { heads: Object.fromEntries(own) as OwnWeights, priority: new Map(priority) };
}
