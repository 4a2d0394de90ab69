import { createHash } from "node:crypto";
import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import type { Note, subscribeToPush } from "@inlet/contract/mail/notifications.ts";
import webPush from "web-push";
import { z } from "zod";
import { Failure } from "#/base/failure.ts";
import { RetryAfter } from "#/base/retry-after.ts";
import { EgressRefused } from "#/egress/pinned.ts";
import type { PushSubscriptionRow } from "#/store/notifications/schema.ts";
import { dueNotifications, pushSubscriptionsOf } from "#/store/notifications/queries.ts";
import { textsFor } from "#/texts/texts.ts";
import type { MailContext } from "../context.ts";
import { readPreferences } from "../accounts/preferences.ts";
import { describeMail } from "./describe-messages.ts";
import { isQuiet } from "./quiet-hours.ts";
import { vapidKeys, vapidSubject } from "./vapid.ts";

export type PushContext = Pick<
  MailContext,
  "database" | "execute" | "box" | "egress" | "clock" | "log"
> & { publicUrl: string };

/** The subscribed session: the browser gets push messages as long as it lasts. */
interface Subscriber {
  userId: UserId;
  sessionId: string;
}

type Browser = z.output<typeof subscribeToPush.input>;

const Browser = z.object({ endpoint: z.string(), p256dh: z.string(), auth: z.string() });

const timeoutMs = 15_000;
/** Maximum size of a push service's response, in bytes; its content is ignored. */
const answerBytes = 64 * 1024;
/** Time for which a push service stores an undelivered message, and for which the handover is retried. */
const retentionMs = 24 * 3600_000;
/** Push services accept 4096 bytes, including the encryption overhead (RFC 8291, 4). */
const payloadBytes = 3800;
const minRetryMs = 5000;
const maxRetryMs = 15 * 60_000;

const welcome = { tag: "welcome", emailId: null, isSilent: true } as const;

/** Subscribes a browser to push messages; a new browser gets a welcome at once. Fails with push.refused. */
export async function subscribeBrowser(
  mail: PushContext,
  { userId, sessionId }: Subscriber,
  given: Browser,
): Promise<void> {
  // One normalized spelling, so no reader can interpret it in two ways.
  const browser = { ...given, endpoint: new URL(given.endpoint).href };
  const id = idOf(browser.endpoint);
  const known = await pushSubscriptionsOf(mail.database.reader, userId, mail.clock.now());
  if (!known.some((row) => row.id === id)) {
    const { notes } = await textsFor(mail.database.reader, userId);
    const reply = await push(mail, browser, { notes: [{ ...welcome, ...notes.welcome }] }).catch(
      () => null,
    );
    if (reply?.result !== "taken") throw new Failure("push.refused");
  }
  const secret = mail.box.encrypt(JSON.stringify(browser), placeOf(userId, id));
  await mail.execute("push.subscribe", { userId, sessionId, id, secret });
}

/** Ends push messages to this browser. */
export async function unsubscribeBrowser(
  mail: Pick<MailContext, "execute">,
  userId: UserId,
  endpoint: string,
): Promise<void> {
  await mail.execute("push.drop", { userId, id: idOf(new URL(endpoint).href) });
}

/** Pushes the due notifications to a browser. Throws RetryAfter while its push service is unavailable. */
export async function pushDue(
  mail: PushContext,
  { userId, subscriptionId: id, attempts }: PushJob,
): Promise<void> {
  const rows = await pushSubscriptionsOf(mail.database.reader, userId, mail.clock.now());
  const row = rows.find((one) => one.id === id);
  // The session has ended.
  if (row === undefined) return mail.execute("push.drop", { userId, id });
  const due = await dueNotifications(mail.database.reader, userId, id);
  const messageIds = due.map(({ messageId }) => messageId);
  const now = mail.clock.now();
  const { notifications } = await readPreferences(mail, userId);
  // The push service was busy until the quiet hours began, or the user turned notifications off: nothing is sent late.
  const isWelcome = notifications.newMail && !isQuiet(notifications, now);
  const fresh = due.filter(({ createdAt }) => isWelcome && createdAt > now - retentionMs);
  const notes = await describeMail(
    mail,
    userId,
    fresh.map(({ messageId }) => messageId),
  );
  if (notes.length > 0) await pushTo(mail, row, notes, attempts);
  await settle(mail, row, messageIds);
}

interface PushJob {
  userId: UserId;
  subscriptionId: string;
  /** Number of tries, including this one. */
  attempts: number;
}

/** Sends notifications for a browser to its push service. Throws RetryAfter if the service is unavailable. */
export async function pushTo(
  mail: PushContext,
  row: PushSubscriptionRow,
  notes: readonly Note[],
  attempts: number,
): Promise<void> {
  const { user_id: userId, id } = row;
  const opened: unknown = JSON.parse(mail.box.open(row.secret, placeOf(userId, id)));
  const { actions } = (await textsFor(mail.database.reader, userId)).notes;
  const reported = { notes, actions };
  const reply = await push(mail, Browser.parse(opened), reported).catch((error: unknown) => {
    if (!(error instanceof EgressRefused)) throw error;
    throw new RetryAfter(waitMs(attempts), { cause: error });
  });
  switch (reply.result) {
    case "taken":
      return;
    case "gone":
      return mail.execute("push.drop", { userId, id });
    case "busy":
      throw new RetryAfter(Math.max(reply.waitMs, waitMs(attempts)));
    case "refused":
      mail.log.warn({ status: reply.status }, "push service rejected a notification");
      return;
  }
}

async function settle(
  mail: PushContext,
  { user_id: userId, id }: PushSubscriptionRow,
  messageIds: MessageId[],
): Promise<void> {
  await mail.execute("push.settle", { userId, id, messageIds });
}

type Reply =
  | { result: "taken" | "gone" }
  | { result: "busy"; waitMs: number }
  | { result: "refused"; status: number };

/** The payload that the service worker reads. */
interface DescribedEvent {
  notes: readonly Note[];
  /** The buttons of each notification. */
  actions?: Readonly<Record<string, string>>;
}

/**
 * Sends one message to a push service (RFC 8030), encrypted for the browser (RFC 8291) and signed by this server (RFC 8292).
 */
async function push(
  mail: PushContext,
  { endpoint, p256dh, auth }: Browser,
  reported: DescribedEvent,
): Promise<Reply> {
  const keys = await vapidKeys(mail);
  const details = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    payloadOf(reported),
    {
      vapidDetails: { subject: vapidSubject(mail.publicUrl), ...keys },
      TTL: retentionMs / 1000,
      urgency: "normal",
      contentEncoding: "aes128gcm",
    },
  );
  const headers = Object.entries(details.headers).map(([name, value]) => [name, String(value)]);
  const { status, headers: answered } = await mail.egress.request(endpoint, {
    method: "POST",
    headers: Object.fromEntries(headers),
    body: details.body ?? "",
    maxBytes: answerBytes,
    timeoutMs,
  });
  if (status >= 200 && status < 300) return { result: "taken" };
  if (status === 404 || status === 410) return { result: "gone" };
  if (status === 429 || status >= 500) {
    const seconds = Number(answered["retry-after"] ?? 0);
    return { result: "busy", waitMs: Math.min(Math.max(seconds || 0, 0) * 1000, maxRetryMs) };
  }
  return { result: "refused", status };
}

/** Returns a payload that fits: the ends of long bodies are cut first. */
function payloadOf({ notes, ...rest }: DescribedEvent): string {
  for (const length of [Infinity, 400, 200, 100, 0]) {
    const cut = notes.map((note) => ({ ...note, body: note.body.slice(0, length).toWellFormed() }));
    const payload = JSON.stringify({ notes: cut, ...rest });
    if (Buffer.byteLength(payload) <= payloadBytes) return payload;
  }
  return JSON.stringify({ notes: notes.slice(0, 1).map((note) => ({ ...note, body: "" })) });
}

function waitMs(attempts: number): number {
  return Math.min(minRetryMs * 2 ** Math.max(0, attempts - 1), maxRetryMs);
}

function idOf(endpoint: string): string {
  return createHash("sha256").update(endpoint).digest("hex");
}

function placeOf(userId: UserId, rowId: string) {
  return { table: "push_subscriptions", userId, rowId, field: "secret" };
}
