import type { UserId } from "@inlet/contract/ids.ts";
import type { TrustedSender } from "@inlet/contract/mail/senders.ts";
import { trustedSendersOf } from "#/store/users/trusted-sender-queries.ts";
import type { MailContext } from "#/mail/context.ts";

/** Returns the senders whose images the user always wants to see. */
export async function listTrustedSenders(
  mail: MailContext,
  userId: UserId,
): Promise<TrustedSender[]> {
  const rows = await trustedSendersOf(mail.database.reader, userId);
  return rows.map((row) => ({
    address: row.address,
    since: new Date(row.created_at).toISOString(),
  }));
}

/** Makes images in mail from this address load automatically. */
export async function trustSender(
  mail: MailContext,
  userId: UserId,
  address: string,
): Promise<void> {
  await mail.execute("sender.trust", { userId, address: address.toLowerCase() });
}

/** Makes images from this address load only after a confirmation. */
export async function distrustSender(
  mail: MailContext,
  userId: UserId,
  address: string,
): Promise<void> {
  await mail.execute("sender.distrust", { userId, address: address.toLowerCase() });
}
