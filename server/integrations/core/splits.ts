import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import { Split } from "@inlet/contract/settings.ts";
import { z } from "zod";
import { preferencesOf } from "#/store/preferences.ts";
import { isTurnOfMessage } from "#/store/turns.ts";
import { type Alertable, isInSplit } from "./alerts.ts";
import type { IntegrationContext } from "./context.ts";

const Chosen = z.object({ splits: z.array(Split) });

/** Ids of the person's own parts of the inbox that a message stands in. */
export async function splitsOf(
  { database: { reader } }: Pick<IntegrationContext, "database">,
  userId: UserId,
  message: Pick<Alertable, "category" | "from" | "labels">,
  messageId: MessageId,
): Promise<string[]> {
  const read = Chosen.safeParse(JSON.parse(await preferencesOf(reader, userId)));
  const found: string[] = [];
  // Who has none, or what another version wrote: there are no parts then.
  for (const split of read.success ? read.data.splits : []) {
    const isIn =
      split.kind === "turn"
        ? await isTurnOfMessage(reader, userId, messageId, split.value)
        : isInSplit(split, message);
    if (isIn) found.push(split.id);
  }
  return found;
}
