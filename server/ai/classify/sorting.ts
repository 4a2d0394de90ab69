import { setImmediate, setTimeout } from "node:timers/promises";
import type { AccountId, MessageId, UserId } from "@inlet/contract/ids.ts";
import { z } from "zod";
import { RetryAfter } from "#/base/retry-after.ts";
import { inChunks } from "#/store/in-chunks.ts";
import { ownAddressesOf } from "#/store/identities.ts";
import type { FoundOut } from "#/store/commands/sorting.ts";
import type { LessonRow } from "#/store/sorting-tables.ts";
import {
  exchangesWith,
  lessonsOf,
  mailToSort,
  ownWeightsOf,
  senderSortings,
  threadsWithOwn,
  unsortedOf,
} from "#/store/sorting.ts";
import { userById } from "#/store/users.ts";
import type { AiContext } from "../context.ts";
import { wishOf } from "./asks.ts";
import {
  type Lesson,
  type LessonFacts,
  learnFrom,
  lessonsAtOnce,
  type OwnLearning,
  readLearning,
  writeLearning,
} from "./learn.ts";
import type { MailToSort } from "./mail-to-sort.ts";
import { baseModel } from "./model.ts";
import { shownMail } from "./shown-mail.ts";
import { lessonOf, type SenderRule, sort } from "./sort.ts";

type Context = Pick<AiContext, "database" | "door" | "clock">;

/** Messages sorted at a time: what is read and written of them at once is little. */
const atOnce = 20;
/** Between two slices of what is there already. */
const restMs = 50;
/** The newest corrections; older ones have had their say. */
const mostLessons = 500;
/** Corrections whose messages are read in one run; the next run goes on. */
const freshAtOnce = 50;
/** Kept of a correction that nothing can be learned from, so that its message is not looked for again. */
const nothingToLearn = "null";

/** Sorts a message that has just arrived. */
export async function sortArrived(
  ai: Context,
  { userId, messageId }: { userId: UserId; messageId: MessageId },
): Promise<void> {
  const items = await findOut(ai, userId, [messageId], { isRestful: false });
  await ai.door("sorting.save", { userId, items, isUrgent: true });
}

/** Sorts what an account has, the newest first, a slice at a time. */
export async function sortWaiting(
  ai: Context,
  { userId, accountId }: { userId: UserId; accountId: AccountId },
): Promise<void> {
  const waiting = await unsortedOf(ai.database.reader, userId, accountId, atOnce);
  if (waiting.length === 0) return;
  const ids = waiting.map((row) => row.message_id);
  const items = await findOut(ai, userId, ids, { isRestful: true });
  await ai.door("sorting.save", { userId, items, gone: ids });
  if (waiting.length === atOnce) throw new RetryAfter(restMs);
}

/** Makes the person's weights anew from all that they said. */
export async function learnSorting(ai: Context, userId: UserId): Promise<void> {
  const rows = (await lessonsOf(ai.database.reader, userId)).slice(-mostLessons);
  const fresh = rows.filter((row) => row.features_json === "");
  const learned = await factsOfFresh(ai, userId, fresh.slice(0, freshAtOnce));
  if (fresh.length > freshAtOnce) {
    await ai.door("sorting.learned", { userId, learned });
    throw new RetryAfter(restMs);
  }
  const told = new Map(learned.map(({ messageId, features }) => [messageId, features]));
  const lessons: Lesson[] = [];
  for (const [
    index,
    { message_id: id, category, priority, features_json: kept },
  ] of rows.entries()) {
    if (index % lessonsAtOnce === 0) await setImmediate();
    // Safe: only factsOfFresh below writes this column.
    const facts = JSON.parse(kept || told.get(id) || nothingToLearn) as LessonFacts | null;
    if (facts) lessons.push({ category, priority, facts });
  }
  const weights = {
    json: writeLearning(await learnFrom(lessons)),
    version: String(ai.clock.now()),
  };
  await ai.door("sorting.learned", { userId, weights, learned });
}

/** What is kept of corrections that were not learned from yet. */
async function factsOfFresh(
  ai: Context,
  userId: UserId,
  fresh: readonly LessonRow[],
): Promise<{ messageId: MessageId; features: string }[]> {
  const learned: { messageId: MessageId; features: string }[] = [];
  for (const some of inChunks(fresh, atOnce)) {
    let start = performance.now();
    const ids = some.map((row) => row.message_id);
    const mails = await readMails(ai, userId, ids);
    for (const { message_id: messageId, category } of some) {
      const mail = mails.get(messageId);
      const isLesson = mail !== undefined && !mail.isOwn;
      const features = isLesson ? JSON.stringify(lessonOf(mail.mail, category)) : nothingToLearn;
      learned.push({ messageId, features });
      await restSince(start);
      start = performance.now();
    }
  }
  return learned;
}

/** Three times as long as the work took: whatever else the thread has to do comes in between. */
async function restSince(start: number): Promise<void> {
  await setTimeout(3 * (performance.now() - start));
}

async function findOut(
  ai: Context,
  userId: UserId,
  ids: readonly MessageId[],
  { isRestful }: { isRestful: boolean },
): Promise<FoundOut[]> {
  let start = performance.now();
  const { reader } = ai.database;
  const mails = await readMails(ai, userId, ids);
  const addresses = [...mails.values()].map(({ mail }) => mail.from.address.toLowerCase());
  const rules = await senderSortings(reader, userId, [...new Set(addresses)]);
  const ruleOf = new Map(rules.map((rule) => [rule.address, rule]));
  const own = readLearning((await ownWeightsOf(reader, userId)).weights_json);
  const { version } = baseModel();
  const foundOut: FoundOut[] = [];
  for (const [id, { mail, isOwn }] of mails) {
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

type Sorting = Omit<FoundOut, "message_id" | "version">;

/** What one writes oneself is of no category; a question in it waits for its answer. */
function ofOwn(mail: MailToSort): Sorting {
  const turn = wishOf(mail).ask === "" ? "" : "waiting";
  return { category: "", priority: "", reason_json: "{}", turn };
}

function ofOthers(mail: MailToSort, own: OwnLearning, rule: SenderRule | undefined): Sorting {
  const { category, priority, reason, turn } = sort(mail, own, rule);
  return { category, priority, reason_json: JSON.stringify(reason), turn };
}

const Addresses = z.array(z.object({ name: z.string(), address: z.string() }));
const Signs = z.object({
  unsubscribe: z.object({}).exactOptional(),
  isBulk: z.literal(true).exactOptional(),
  saysSpam: z.literal(true).exactOptional(),
  dmarc: z.object({ verdict: z.string() }).exactOptional(),
});

/** Messages as sorting sees them, by id; unknown ids are passed over. */
async function readMails(
  ai: Context,
  userId: UserId,
  ids: readonly MessageId[],
): Promise<Map<MessageId, { mail: MailToSort; isOwn: boolean }>> {
  const { reader } = ai.database;
  const found = await mailToSort(reader, userId, ids);
  const own = await ownAddressesOf(reader, userId);
  const user = await userById(reader, userId);
  const [ownName = ""] = (user?.name ?? "").toLowerCase().split(" ");
  const senders = found.map(({ row }) => senderOf(row.from_json).address.toLowerCase());
  const exchanges = await exchangesWith(reader, userId, [...new Set(senders)]);
  const threads = await threadsWithOwn(reader, userId, [
    ...new Set(found.map(({ row }) => row.thread_id)),
  ]);
  return new Map(
    found.map(({ row, text, html, roles }) => {
      const from = senderOf(row.from_json);
      const signs = Signs.parse(JSON.parse(row.signs_json));
      const verdict = signs.dmarc?.verdict;
      const mail: MailToSort = {
        subject: row.subject,
        ...shownMail({ text, html }),
        from,
        to: addressesIn(row.to_json),
        cc: addressesIn(row.cc_json),
        own,
        ownName,
        isList: signs.unsubscribe !== undefined || signs.isBulk === true,
        isAuthentic: verdict === undefined ? null : verdict === "pass",
        isServerSpam:
          signs.saysSpam === true || (roles.length > 0 && roles.every((role) => role === "spam")),
        hasAttachments: row.has_attachments === 1,
        isReply: row.in_reply_to !== "",
        hasOwnPart: threads.has(row.thread_id),
        ...(exchanges.get(from.address.toLowerCase()) ?? { written: 0, heard: 0 }),
        date: row.internal_date,
      };
      return [row.id, { mail, isOwn: row.is_own === 1 }];
    }),
  );
}

function senderOf(json: string): { name: string; address: string } {
  return Addresses.parse(JSON.parse(json))[0] ?? { name: "", address: "" };
}

function addressesIn(json: string): string[] {
  return Addresses.parse(JSON.parse(json)).map(({ address }) => address.toLowerCase());
}
