import { setImmediate, setTimeout } from "node:timers/promises";
import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import { z } from "zod";
import { ownAddressesOf } from "#/store/accounts/identity-queries.ts";
import { exchangesWith, mailToClassify, threadsWithOwn } from "#/store/classification/queries.ts";
import { userById } from "#/store/users/queries.ts";
import type { AiContext } from "../context.ts";
import { visibleCharacters } from "../text/visible-characters.ts";
import { readAhead } from "../text/visible-text.ts";
import type { MailToClassify } from "./mail-to-sort.ts";
import { shownMail } from "./shown-mail.ts";

const Addresses = z.array(z.object({ name: z.string(), address: z.string() }));
const Signs = z.object({
  unsubscribe: z.object({}).exactOptional(),
  isBulk: z.literal(true).exactOptional(),
  saysSpam: z.literal(true).exactOptional(),
  dmarc: z.object({ verdict: z.string() }).exactOptional(),
});

/** Reads messages as input of the classifier, by id; unknown ids are skipped. */
export async function readMessages(
  ai: Pick<AiContext, "database">,
  userId: UserId,
  ids: readonly MessageId[],
): Promise<Map<MessageId, { mail: MailToClassify; isOwn: boolean }>> {
  const { reader } = ai.database;
  const found = await mailToClassify(reader, userId, ids);
  const own = await ownAddressesOf(reader, userId);
  const user = await userById(reader, userId);
  const [ownName = ""] = (user?.name ?? "").toLowerCase().split(" ");
  const senders = found.map(({ row }) => senderOf(row.from_json).address.toLowerCase());
  const exchanges = await exchangesWith(reader, userId, [...new Set(senders)]);
  const threads = await threadsWithOwn(reader, userId, [
    ...new Set(found.map(({ row }) => row.thread_id)),
  ]);
  const messages = new Map<MessageId, { mail: MailToClassify; isOwn: boolean }>();
  for (const { row, text, html, roles } of found) {
    // The longest step; its duration is under the sender's control.
    await readAhead(html);
    const from = senderOf(row.from_json);
    const signs = Signs.parse(JSON.parse(row.signs_json));
    const verdict = signs.dmarc?.verdict;
    const mail: MailToClassify = {
      subject: shownWords(row.subject),
      ...shownMail({ text, html }),
      from: { ...from, name: shownWords(from.name) },
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
      ...(exchanges.get(from.address.toLowerCase()) ?? { written: 0, incoming: 0 }),
      date: row.internal_date,
    };
    messages.set(row.id, { mail, isOwn: row.is_own === 1 });
    await setImmediate();
  }
  return messages;
}

/** Returns the text as a reader sees it. */
function shownWords(text: string): string {
  return visibleCharacters(text.slice(0, 2000)).replaceAll(/\s+/g, " ").trim();
}

function senderOf(json: string): { name: string; address: string } {
  return Addresses.parse(JSON.parse(json))[0] ?? { name: "", address: "" };
}

function addressesIn(json: string): string[] {
  return Addresses.parse(JSON.parse(json)).map(({ address }) => address.toLowerCase());
}

/** Pauses three times as long as the work took, so it uses at most a quarter of the thread's time. */
export async function restSince(start: number): Promise<void> {
  await setTimeout(3 * (performance.now() - start));
}
