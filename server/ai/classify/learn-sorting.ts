import { setImmediate } from "node:timers/promises";
import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import { RetryAfter } from "#/base/retry-after.ts";
import { inChunks } from "#/store/engine/chunks.ts";
import { preferencesOf } from "#/store/users/preference-queries.ts";
import { readClassificationPreferences } from "#/store/classification/settings-queries.ts";
import type { TrainingExampleRow } from "#/store/classification/schema.ts";
import { trainingExamplesOf, newestReceived, usesOf } from "#/store/classification/queries.ts";
import type { AiContext } from "../context.ts";
import { featureForm } from "./features.ts";
import { highFromOf } from "./high-share.ts";
import { learnFrom, exampleBatchSize, type OwnLearning, writeLearning } from "./learn.ts";
import type { TrainingExample, ExampleFacts } from "./training-example.ts";
import { readMessages, restSince } from "./read-messages.ts";
import { exampleFactsOf, urgencyOf } from "./sort.ts";
import { type UseFacts, useFactsOf, usesFrom } from "./usage.ts";

type Context = Pick<AiContext, "database" | "execute" | "clock">;

/** Number of messages read per batch. */
const batchSize = 20;
/** Pause between training runs. */
const restMs = 50;
/** Maximum number of corrections, newest first; older ones no longer count. */
const maxExamples = 500;
/** Messages that are read in one run to learn from; the next run continues. */
const freshBatchSize = 50;
/** The newest messages, from which the share of urgent mail is computed. */
const urgencySample = 120;
/** Stored for messages without anything to learn, to avoid reading them again. */
const nothingToLearn = "null";

/** Recomputes the user's weights from all feedback and observed actions. */
export async function learnClassification(ai: Context, userId: UserId): Promise<void> {
  const { reader } = ai.database;
  const rows = (await trainingExamplesOf(reader, userId)).slice(-maxExamples);
  const done = await usesOf(reader, userId);
  const fresh = rows.filter((row) => !isLearned(row.features_json));
  const freshUses = done.filter((row) => row.signals_json === "");
  const learned = await factsOfFresh(ai, userId, fresh.slice(0, freshBatchSize));
  const freshIds = [...new Set(freshUses.map((row) => row.message_id))];
  const used = await usesOfFresh(ai, userId, freshIds.slice(0, freshBatchSize));
  if (fresh.length > freshBatchSize || freshIds.length > freshBatchSize) {
    await ai.execute("sorting.learned", { userId, learned, used });
    throw new RetryAfter(restMs);
  }
  const known = new Map(learned.map(({ messageId, features }) => [messageId, features]));
  const examples: TrainingExample[] = [];
  for (const [
    index,
    { message_id: id, category, priority, features_json: kept },
  ] of rows.entries()) {
    if (index % exampleBatchSize === 0) await setImmediate();
    // Safe: only `factsOfFresh` writes this column.
    const facts = JSON.parse(known.get(id) ?? kept) as ExampleFacts | null;
    if (facts) examples.push({ category, priority, facts });
  }
  const seen = new Map(used.map(({ messageId, signals }) => [messageId, signals]));
  const corrected = new Set(rows.filter((row) => row.priority !== "").map((row) => row.message_id));
  const uses = usesFrom(
    // Explicit feedback on a message replaces observed actions.
    done
      .filter((row) => !corrected.has(row.message_id))
      .map(({ message_id: messageId, act, signals_json: kept }) => ({
        messageId,
        act,
        // Safe: only `usesOfFresh` writes this column.
        facts: JSON.parse(kept || seen.get(messageId) || nothingToLearn) as UseFacts | null,
      })),
  );
  const own = await learnFrom(examples, uses);
  const highFrom = await personalHighFrom(ai, userId, own);
  // Messages that the user marked High are High above the user's mark too.
  const final = highFrom === undefined ? own : await learnFrom(examples, uses, highFrom);
  const weights = { json: writeLearning(final), version: String(ai.clock.now()) };
  await ai.execute("sorting.learned", { userId, weights, learned, used });
}

/** Reports whether it was learned from with the current features; slots of other versions mean nothing here. */
function isLearned(kept: string): boolean {
  return kept === nothingToLearn || kept.startsWith(`{"form":${featureForm},`);
}

/** Returns the urgency from which on the user's preferred share of newest mail is High; absent for too few messages. */
async function personalHighFrom(
  ai: Context,
  userId: UserId,
  own: OwnLearning,
): Promise<number | undefined> {
  const { reader } = ai.database;
  const { highShare } = readClassificationPreferences(await preferencesOf(reader, userId));
  const urgencies: number[] = [];
  for (const ids of inChunks(await newestReceived(reader, userId, urgencySample), batchSize)) {
    const start = performance.now();
    for (const { mail } of (await readMessages(ai, userId, ids)).values()) {
      urgencies.push(urgencyOf(mail, own));
    }
    await restSince(start);
  }
  return highFromOf(urgencies, highShare);
}

/** Returns the data to store for corrections that were not learned from yet. */
async function factsOfFresh(
  ai: Context,
  userId: UserId,
  fresh: readonly Pick<TrainingExampleRow, "message_id" | "category">[],
): Promise<{ messageId: MessageId; features: string }[]> {
  const learned: { messageId: MessageId; features: string }[] = [];
  for (const some of inChunks(fresh, batchSize)) {
    let start = performance.now();
    const ids = some.map((row) => row.message_id);
    const messages = await readMessages(ai, userId, ids);
    for (const { message_id: messageId, category } of some) {
      const mail = messages.get(messageId);
      const isExample = mail !== undefined && !mail.isOwn;
      const features = isExample
        ? JSON.stringify(exampleFactsOf(mail.mail, category))
        : nothingToLearn;
      learned.push({ messageId, features });
      await restSince(start);
      start = performance.now();
    }
  }
  return learned;
}

/** Like above, for the user's actions. */
async function usesOfFresh(
  ai: Context,
  userId: UserId,
  ids: readonly MessageId[],
): Promise<{ messageId: MessageId; signals: string }[]> {
  const used: { messageId: MessageId; signals: string }[] = [];
  for (const some of inChunks(ids, batchSize)) {
    const start = performance.now();
    const messages = await readMessages(ai, userId, some);
    for (const messageId of some) {
      const mail = messages.get(messageId)?.mail;
      const facts = mail && useFactsOf(exampleFactsOf(mail, ""));
      used.push({ messageId, signals: facts ? JSON.stringify(facts) : nothingToLearn });
    }
    await restSince(start);
  }
  return used;
}
