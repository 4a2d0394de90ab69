import type { AccountId, MessageId, UserId } from "@inlet/contract/ids.ts";
import { z } from "zod";
import { RetryAfter } from "#/base/retry-after.ts";
import { ownAddressesOf } from "#/store/identities.ts";
import type { FoundOut } from "#/store/commands/sorting.ts";
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
import { LessonFacts, learnFrom, readLearning, writeLearning } from "./learn.ts";
import type { MailToSort } from "./mail-to-sort.ts";
import { baseModel } from "./model.ts";
import { lessonOf, sort } from "./sort.ts";

type Context = Pick<AiContext, "database" | "door" | "clock">;

/** Messages sorted at a time: short enough for people's own writes to come between. */
const atOnce = 40;
/** Between two slices of what is there already. */
const restMs = 50;
/** The newest corrections; older ones have had their say. */
const mostLessons = 500;

/** Sorts a message that has just arrived. */
export async function sortArrived(
  ai: Context,
  { userId, messageId }: { userId: UserId; messageId: MessageId },
): Promise<void> {
  const items = await findOut(ai, userId, [messageId]);
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
  const items = await findOut(ai, userId, ids);
  await ai.door("sorting.save", { userId, items, gone: ids });
  if (waiting.length === atOnce) throw new RetryAfter(restMs);
}

/** Makes the person's weights anew from all that they said. */
export async function learnSorting(ai: Context, userId: UserId): Promise<void> {
  const { reader } = ai.database;
  const rows = (await lessonsOf(reader, userId)).slice(-mostLessons);
  const fresh = rows.filter((row) => row.features_json === "");
  const mails = await readMails(
    ai,
    userId,
    fresh.map((row) => row.message_id),
  );
  const learned = fresh.flatMap((row) => {
    const mail = mails.get(row.message_id);
    if (!mail || mail.isOwn) return [];
    return {
      messageId: row.message_id,
      features: JSON.stringify(lessonOf(mail.mail, row.category)),
    };
  });
  const told = new Map(learned.map(({ messageId, features }) => [messageId, features]));
  const lessons = rows.flatMap(({ message_id: id, category, priority, features_json: kept }) => {
    const facts = kept || told.get(id);
    return facts ? [{ category, priority, facts: LessonFacts.parse(JSON.parse(facts)) }] : [];
  });
  const weights = writeLearning(learnFrom(lessons));
  await ai.door("sorting.learned", { userId, weights, version: String(ai.clock.now()), learned });
}

async function findOut(
  ai: Context,
  userId: UserId,
  ids: readonly MessageId[],
): Promise<FoundOut[]> {
  const { reader } = ai.database;
  const mails = await readMails(ai, userId, ids);
  const addresses = [...mails.values()].map(({ mail }) => mail.from.address.toLowerCase());
  const rules = await senderSortings(reader, userId, [...new Set(addresses)]);
  const ruleOf = new Map(rules.map((rule) => [rule.address, rule]));
  const own = readLearning((await ownWeightsOf(reader, userId)).weights_json);
  const { version } = baseModel();
  return [...mails].map(([id, { mail, isOwn }]): FoundOut => {
    if (isOwn) {
      // What one writes oneself is of no category; a question in it waits for its answer.
      const turn = wishOf(mail).ask === "" ? "" : "waiting";
      return { message_id: id, version, category: "", priority: "", reason_json: "{}", turn };
    }
    const rule = ruleOf.get(mail.from.address.toLowerCase());
    const { category, priority, reason, turn } = sort(mail, own, rule);
    return {
      message_id: id,
      version,
      category,
      priority,
      reason_json: JSON.stringify(reason),
      turn,
    };
  });
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
        text,
        html,
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
