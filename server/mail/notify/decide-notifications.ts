import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import type { MailPreferences } from "@inlet/contract/mail/settings.ts";
import { locationsOf } from "#/store/locations/queries.ts";
import { getMessages } from "#/store/messages/queries.ts";
import { dueNotifications, isPresent, pushSubscriptionsOf } from "#/store/notifications/queries.ts";
import type { MessageRow } from "#/store/engine/schema.ts";
import type { MailContext } from "../context.ts";
import { readPreferences } from "../accounts/preferences.ts";
import { isQuiet } from "./quiet-hours.ts";

type Context = Pick<MailContext, "database" | "execute" | "clock">;

/** Queues a notification of a message that arrived at this time, if the user has a device that would show it. */
export async function notifyOfArrival(
  mail: Context,
  { userId, messageId, at }: { userId: UserId; messageId: MessageId; at: number },
): Promise<void> {
  const { notifications } = await readPreferences(mail, userId);
  if (!notifications.newMail || !notifications.desktop) return;
  // The user saw the message arrive, and may look away a moment later.
  if (await isPresent(mail.database.reader, userId, at)) return;
  await mail.execute("notification.queue", { userId, messageId });
}

/** Decides which of the new messages to notify the user of: all their open pages, and their browsers by push. */
export async function decideNotifications(mail: Context, userId: UserId): Promise<void> {
  const { reader } = mail.database;
  const due = await dueNotifications(reader, userId, "");
  if (due.length === 0) return;
  const about = due.map(({ messageId }) => messageId);
  const notified = (await isWelcome(mail, userId)) ? await noteworthyOf(mail, userId, about) : [];
  const browsers =
    notified.length > 0 ? await pushSubscriptionsOf(reader, userId, mail.clock.now()) : [];
  const subscriptionIds = browsers.map(({ id }) => id);
  await mail.execute("notification.settle", { userId, about, notified, subscriptionIds });
}

async function isWelcome(mail: Context, userId: UserId): Promise<boolean> {
  const { notifications } = await readPreferences(mail, userId);
  const now = mail.clock.now();
  if (!notifications.newMail || isQuiet(notifications, now)) return false;
  return !(await isPresent(mail.database.reader, userId, now));
}

async function noteworthyOf(
  mail: Context,
  userId: UserId,
  ids: readonly MessageId[],
): Promise<MessageId[]> {
  const { reader } = mail.database;
  const { notifications } = await readPreferences(mail, userId);
  const rows = await getMessages(reader, userId, ids);
  const wanted = rows.filter((row) => isWanted(row, notifications));
  const notified = new Map<string, MessageId>();
  for (const row of wanted.toReversed()) {
    const places = await locationsOf(reader, userId, row.id);
    if (!places.some(({ role }) => role === "inbox")) continue;
    // A message received in several accounts counts once.
    const key = row.twin_key || row.id;
    if (!notified.has(key)) notified.set(key, row.id);
  }
  return [...notified.values()];
}

function isWanted(row: MessageRow, choices: MailPreferences["notifications"]): boolean {
  if (row.is_seen === 1 || row.is_own === 1 || row.is_muted === 1) return false;
  if (choices.silentAccounts.includes(row.account_id)) return false;
  return !choices.onlyImportant || row.priority === "High" || row.is_starred === 1;
}
