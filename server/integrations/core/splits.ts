import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import { Split } from "@inlet/contract/settings.ts";
import { z } from "zod";
import { preferencesOf } from "#/store/preferences.ts";
import { isTurnOfMessage } from "#/store/turns.ts";
import { type Alertable, isInSplit } from "./alerts.ts";
import type { IntegrationContext } from "./context.ts";

const Chosen = z.object({ splits: z.array(Split) });

/** Ids of the person's own parts of the inbox. */
export interface OwnSplits {
  known: readonly string[];
  /** Those that the message stands in. */
  holding: readonly string[];
}

/** The person's own parts of the inbox, and in which of them a message stands. */
export async function splitsOf(
  { database: { reader } }: Pick<IntegrationContext, "database">,
  userId: UserId,
  message: Pick<Alertable, "category" | "from" | "labels">,
  messageId: MessageId,
): Promise<OwnSplits> {
  const read = Chosen.safeParse(JSON.parse(await preferencesOf(reader, userId)));
  // Who has none, or what another version wrote: there are no parts then.
  const all = read.success ? read.data.splits : [];
  const holding: string[] = [];
  for (const split of all) {
    const isIn =
      split.kind === "turn"
        ? await isTurnOfMessage(reader, userId, messageId, split.value)
        : isInSplit(split, message);
    if (isIn) holding.push(split.id);
  }
  return { known: all.map(({ id }) => id), holding };
}
