import type { MessageId } from "@inlet/contract/ids.ts";
import type { Act } from "#/store/sorting-tables.ts";
import type { LessonFacts } from "./lesson.ts";

/** What is kept of a message that the person did something with. */
export type UseFacts = Pick<LessonFacts, "signals" | "urgency">;

/** How much a message mattered to the person, from -1 to 1, by what they did with it. */
export interface Use {
  worth: number;
  facts: UseFacts;
}

/** What each act says. Opening says little: one opens also what turns out to be nothing. */
const worths: Readonly<Record<Act, number>> = {
  replied: 1,
  starred: 1,
  rescued: 0.8,
  opened: 0.3,
  archived: -0.8,
  deleted: -1,
};

/** By which one would learn that what was answered is what one answers. */
const followsFromActs = new Set(["own part", "written", "answered", "unknown"]);

/** What of a message's facts does not follow from what was done with it. */
export function useFactsOf({ signals, urgency }: UseFacts): UseFacts {
  return { signals: signals.filter(([name]) => !followsFromActs.has(name)), urgency };
}

/** All acts on each message together. */
export function usesFrom(
  done: readonly { messageId: MessageId; act: Act; facts: UseFacts | null }[],
): Use[] {
  return [...Map.groupBy(done, ({ messageId }) => messageId).values()].flatMap((acts): Use[] => {
    const facts = acts[0]?.facts;
    if (!facts) return [];
    const all = acts.map(({ act }) => worths[act]);
    // Several kind acts are no more than the kindest of them.
    const worth = Math.max(0, ...all) + Math.min(0, ...all);
    return worth === 0 ? [] : [{ worth, facts }];
  });
}
