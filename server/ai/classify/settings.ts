import type { Category, Priority, Turn } from "@inlet/contract/mail/email.ts";
import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import {
  type readClassification,
  ClassificationReason,
  type whyClassified,
} from "@inlet/contract/ai/classification.ts";
import type { z } from "zod";
import { Failure } from "#/base/failure.ts";
import { getMessage } from "#/store/messages/queries.ts";
import { preferencesOf } from "#/store/users/preference-queries.ts";
import { readClassificationPreferences } from "#/store/classification/settings-queries.ts";
import {
  classificationOf,
  trainingExamplesOf,
  senderClassifications,
  usesOf,
} from "#/store/classification/queries.ts";
import { countTurns } from "#/store/threads/reply-state.ts";
import type { AiContext } from "../context.ts";

type Context = Pick<AiContext, "database" | "execute" | "clock">;

/** Returns the reason for a message's classification. Throws message.not_found. */
export async function whyIsClassified(
  ai: Context,
  userId: UserId,
  messageId: MessageId,
): Promise<z.output<typeof whyClassified.output>> {
  const { reader } = ai.database;
  const row = await getMessage(reader, userId, messageId);
  if (!row) throw new Failure("message.not_found");
  const found = await classificationOf(reader, userId, messageId);
  const read = ClassificationReason.safeParse(JSON.parse(found?.reason_json ?? "{}"));
  const nothing = { categoryBy: "you", category: [], priorityBy: "you", priority: [] } as const;
  const known = read.success ? read.data : null;
  const isChosen = row.category_chosen === 1 || row.priority_chosen === 1;
  const reason: ClassificationReason | null =
    known === null && !isChosen
      ? null
      : {
          ...(known ?? { ...nothing, category: [], priority: [] }),
          ...(row.category_chosen === 1 && { categoryBy: "you" as const, category: [] }),
          ...(row.priority_chosen === 1 && { priorityBy: "you" as const, priority: [] }),
        };
  return {
    category: row.category || null,
    priority: row.priority || null,
    reason,
    version: found?.version ?? "",
  };
}

/** Returns the extent of the learning, and the rules for senders. */
export async function readOwnClassification(
  ai: Context,
  userId: UserId,
): Promise<z.output<typeof readClassification.output>> {
  const { reader } = ai.database;
  const senders = await senderClassifications(reader, userId);
  const examples = await trainingExamplesOf(reader, userId);
  const uses = await usesOf(reader, userId);
  return {
    lessons: examples.length,
    uses: new Set(uses.map((use) => use.message_id)).size,
    wish: readClassificationPreferences(await preferencesOf(reader, userId)),
    senders: senders.map(({ address, category, priority }) => ({
      address,
      category: category || null,
      priority: priority || null,
    })),
  };
}

/** Sets the classification of all mail of an address; fields that are absent keep their previous choice. */
export async function classifyMailOf(
  ai: Context,
  userId: UserId,
  choice: {
    address: string;
    category?: Category | null | undefined;
    priority?: Priority | null | undefined;
  },
): Promise<void> {
  const address = choice.address.toLowerCase();
  const [before] = await senderClassifications(ai.database.reader, userId, [address]);
  const { category = before?.category, priority = before?.priority } = choice;
  const classification = {
    category: category || ("" as const),
    priority: priority || ("" as const),
  };
  const isNothing = classification.category === "" && classification.priority === "";
  await ai.execute("sorting.sender", {
    userId,
    address,
    classification: isNothing ? null : classification,
  });
}

/** Returns the number of inbox conversations by turn. */
export async function turnsOf(ai: Context, userId: UserId): Promise<Record<Turn, number>> {
  return countTurns(ai.database.reader, userId);
}
