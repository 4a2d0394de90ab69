import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import { Split } from "@inlet/contract/mail/settings.ts";
import { z } from "zod";
import { preferencesOf } from "#/store/users/preference-queries.ts";
import { isTurnOfMessage } from "#/store/threads/reply-state.ts";
import { type Alertable, isInSplit } from "./alerts.ts";
import type { IntegrationContext } from "./context.ts";

const Chosen = z.object({ splits: z.array(Split) });

/** Ids of the user's own parts of the inbox. */
export interface OwnSplits {
  known: readonly string[];
  /** The parts that contain the message. */
  holding: readonly string[];
}

/** Returns the user's own parts of the inbox, and the parts that contain a message. */
export async function splitsOf(
  { database: { reader } }: Pick<IntegrationContext, "database">,
  userId: UserId,
  message: Pick<Alertable, "category" | "from" | "labels">,
  messageId: MessageId,
): Promise<OwnSplits> {
  const read = Chosen.safeParse(JSON.parse(await preferencesOf(reader, userId)));
  // A user without any, or preferences by another version: both count as no parts.
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
