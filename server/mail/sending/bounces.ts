import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import { z } from "zod";
import { getMessage } from "#/store/messages/queries.ts";
import { sentMessage } from "#/store/outbox/queries.ts";
import type { DeliveryReport } from "#/wire/mime/report/delivery-report.ts";
import type { MailContext } from "#/mail/context.ts";
import { signsOf } from "#/mail/reading/header-signs.ts";

const Envelope = z.object({ to: z.array(z.string()) });

/**
 * Records the delivery failures that a report lists for a message sent from here. Anyone who received the message can forge such
 * a report, so it is only shown: the message stays accepted.
 */
export async function recordBounces(
  mail: Pick<MailContext, "database" | "execute">,
  { userId, messageId }: { userId: UserId; messageId: MessageId },
): Promise<void> {
  const { reader } = mail.database;
  const row = await getMessage(reader, userId, messageId);
  const report = row && signsOf(row).report;
  if (report === undefined) return;
  const sent = await sentMessage(reader, userId, report);
  if (sent === undefined) return;
  const { to } = Envelope.parse(JSON.parse(sent.envelope_json));
  const bounces = report.failed.map((failed) => ({
    address: recipientOf(failed.address, to),
    reason: reasonOf(failed),
  }));
  await mail.execute("outbox.bounced", { userId, id: sent.id, bounces });
}

/** Returns the address as the user wrote it; a forwarded message fails at another address. */
function recipientOf(reported: string, recipients: string[]): string {
  const known = recipients.find((address) => address.toLowerCase() === reported.toLowerCase());
  return known ?? (recipients.length === 1 ? (recipients[0] ?? reported) : reported);
}

/** Plain texts for the codes of RFC 3463. The longest matching code applies. */
const reasons: readonly [RegExp, string][] = [
  [/^[45]\.1\.(?:[01346]|10)$/, "This address does not exist."],
  [/^[45]\.(?:1\.2|4\.4|1\.10)$/, "The domain of this address does not accept email."],
  [/^[45]\.2\.1$/, "The mailbox is disabled."],
  [/^[45]\.2\.2$/, "The mailbox is full."],
  [/^[45]\.(?:2\.3|3\.4)$/, "The email is too large for this mailbox."],
  [/^[45]\.4\.\d+$/, "The recipient's mail server could not be reached."],
  [/^[45]\.7\.\d+$/, "The recipient's mail server rejected the email because of its policy."],
];

function reasonOf({ status, diagnostic }: DeliveryReport["failed"][number]): string {
  const plain = reasons.find(([code]) => code.test(status))?.[1] ?? "It could not be delivered.";
  return diagnostic === "" ? plain : `${plain} The mail server said: ${diagnostic}`;
}
