import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import type { BlockedSender } from "@inlet/contract/mail/senders.ts";
import { blockedSendersOf, isBlocked } from "#/store/users/blocked-sender-queries.ts";
import { locationsOf } from "#/store/locations/queries.ts";
import { getMessage } from "#/store/messages/queries.ts";
import type { MailContext } from "#/mail/context.ts";
import { addressesOf } from "#/mail/reading/present-row.ts";

/** Returns the senders that the user has blocked. */
export async function listBlockedSenders(
  mail: MailContext,
  userId: UserId,
): Promise<BlockedSender[]> {
  const rows = await blockedSendersOf(mail.database.reader, userId);
  return rows.map((row) => ({
    address: row.address,
    since: new Date(row.created_at).toISOString(),
  }));
}

/** Blocks an address: its future messages go to Spam. */
export async function blockSender(
  mail: MailContext,
  userId: UserId,
  address: string,
): Promise<void> {
  await mail.execute("sender.block", { userId, address: address.toLowerCase() });
}

/** Unblocks an address. */
export async function unblockSender(
  mail: MailContext,
  userId: UserId,
  address: string,
): Promise<void> {
  await mail.execute("sender.unblock", { userId, address: address.toLowerCase() });
}

/** Moves a new message to Spam if its sender is blocked. */
export async function fileBlocked(
  mail: Pick<MailContext, "database" | "execute">,
  { userId, messageId }: { userId: UserId; messageId: MessageId },
): Promise<void> {
  const { reader } = mail.database;
  const row = await getMessage(reader, userId, messageId);
  if (row === undefined || row.is_own === 1) return;
  const from = addressesOf(row.from_json).map(({ address }) => address.toLowerCase());
  if (!(await isBlocked(reader, userId, from))) return;
  const locations = await locationsOf(reader, userId, messageId);
  if (!locations.some(({ role }) => role === "inbox")) return;
  const change = { target: { role: "spam" as const } };
  await mail.execute("messages.change", { userId, messageIds: [messageId], change });
}
