import type { MessageId } from "@inlet/contract/ids.ts";
import type { Act } from "#/store/classification/schema.ts";
import type { ExampleFacts } from "./training-example.ts";

/** The data stored of a message that the user acted on. */
export type UseFacts = Pick<ExampleFacts, "signals" | "urgency">;

/** The importance of a message to the user, from -1 to 1, inferred from their actions. */
export interface Use {
  worth: number;
  facts: UseFacts;
}

/** The weight of each action. Opening counts little, because users also open mail that turns out to be irrelevant. */
const worths: Readonly<Record<Act, number>> = {
  replied: 1,
  starred: 1,
  rescued: 0.8,
  opened: 0.3,
  archived: -0.8,
  deleted: -1,
};

/** Signals that are consequences of actions: they would teach only that answered mail is mail that gets answered. */
const followsFromActs = new Set(["own part", "written", "answered", "unknown"]);

/** Returns the facts of a message that are not consequences of the user's actions. */
export function useFactsOf({ signals, urgency }: UseFacts): UseFacts {
  return { signals: signals.filter(([name]) => !followsFromActs.has(name)), urgency };
}

/** Combines all actions on each message. */
export function usesFrom(
  done: readonly { messageId: MessageId; act: Act; facts: UseFacts | null }[],
): Use[] {
  return [...Map.groupBy(done, ({ messageId }) => messageId).values()].flatMap((acts): Use[] => {
    const facts = acts[0]?.facts;
    if (!facts) return [];
    const all = acts.map(({ act }) => worths[act]);
    // Several positive actions count as the strongest one.
    const worth = Math.max(0, ...all) + Math.min(0, ...all);
    return worth === 0 ? [] : [{ worth, facts }];
  });
}
