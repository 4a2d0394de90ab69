import type { AccountId, MessageId, UserId } from "@inlet/contract/ids.ts";
import { RetryAfter } from "#/base/retry-after.ts";
import type { FoundOut } from "#/store/classification/commands.ts";
import {
  isSentAwaited,
  ownWeightsOf,
  senderClassifications,
  unclassifiedOf,
} from "#/store/classification/queries.ts";
import type { AiContext } from "../context.ts";
import { detectQuestion } from "./question-detector.ts";
import { type OwnLearning, readLearning } from "./learn.ts";
import type { MailToClassify } from "./mail-to-sort.ts";
import { baseModel } from "./model.ts";
import { readMessages, restSince } from "./read-messages.ts";
import { sort } from "./sort.ts";
import type { SenderRule } from "./reason.ts";

type Context = Pick<AiContext, "database" | "execute" | "clock">;

/** Number of messages classified at a time, which keeps reads and writes small. */
const batchSize = 20;
/** Pause between two slices of existing mail. */
const restMs = 50;
/** Maximum time that a new account's received mail waits for its sent mail to be synced. */
const fillingMs = 600_000;
const fillingRestMs = 2000;

/** Classifies a message that has just arrived. */
export async function classifyArrived(
  ai: Context,
  { userId, messageId }: { userId: UserId; messageId: MessageId },
): Promise<void> {
  const items = await findOut(ai, userId, [messageId], { isRestful: false });
  await ai.execute("sorting.save", { userId, items, isUrgent: true });
}

/** Classifies a batch of an account's messages, newest first. A new account waits until its sent mail is known. */
export async function classifyWaiting(
  ai: Context,
  { userId, accountId }: { userId: UserId; accountId: AccountId },
): Promise<void> {
  const waiting = await unclassifiedOf(ai.database.reader, userId, accountId, batchSize);
  if (waiting.length === 0) return;
  const addedSince = ai.clock.now() - fillingMs;
  if (await isSentAwaited(ai.database.reader, userId, accountId, addedSince)) {
    throw new RetryAfter(fillingRestMs);
  }
  const ids = waiting.map((row) => row.message_id);
  const items = await findOut(ai, userId, ids, { isRestful: true });
  await ai.execute("sorting.save", { userId, items, gone: ids });
  if (waiting.length === batchSize) throw new RetryAfter(restMs);
}

async function findOut(
  ai: Context,
  userId: UserId,
  ids: readonly MessageId[],
  { isRestful }: { isRestful: boolean },
): Promise<FoundOut[]> {
  let start = performance.now();
  const { reader } = ai.database;
  const messages = await readMessages(ai, userId, ids);
  const addresses = [...messages.values()].map(({ mail }) => mail.from.address.toLowerCase());
  const rules = await senderClassifications(reader, userId, [...new Set(addresses)]);
  const ruleOf = new Map(rules.map((rule) => [rule.address, rule]));
  const own = readLearning((await ownWeightsOf(reader, userId)).weights_json);
  const { version } = baseModel();
  const foundOut: FoundOut[] = [];
  for (const [id, { mail, isOwn }] of messages) {
    const rule = ruleOf.get(mail.from.address.toLowerCase());
    foundOut.push({
      message_id: id,
      version,
      ...(isOwn ? ofOwn(mail) : ofOthers(mail, own, rule)),
    });
    if (!isRestful) continue;
    await restSince(start);
    start = performance.now();
  }
  return foundOut;
}

type Classification = Omit<FoundOut, "message_id" | "version">;

/** Own messages have no category; a question in one waits for its answer. */
function ofOwn(mail: MailToClassify): Classification {
  const turn = detectQuestion(mail).ask === "" ? "" : "waiting";
  return { category: "", priority: "", reason_json: "{}", turn };
}

function ofOthers(
  mail: MailToClassify,
  own: OwnLearning,
  rule: SenderRule | undefined,
): Classification {
  const { category, priority, reason, turn } = sort(mail, own, rule);
  return { category, priority, reason_json: JSON.stringify(reason), turn };
}
