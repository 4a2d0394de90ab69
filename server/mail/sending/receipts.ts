import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import { OutboxId } from "@inlet/contract/ids.ts";
import { DraftContent } from "@inlet/contract/mail/drafts.ts";
import type { answerReceipt } from "@inlet/contract/mail/send.ts";
import type { z } from "zod";
import { Failure } from "#/base/failure.ts";
import { randomId } from "#/base/random-id.ts";
import type { MessageRow } from "#/store/engine/schema.ts";
import { composeReceipt } from "#/wire/mime/report/compose-receipt.ts";
import type { ReceiptRequest } from "#/wire/mime/report/receipt.ts";
import { requireAccount } from "#/mail/accounts/accounts.ts";
import type { MailContext } from "#/mail/context.ts";
import { newMessageId } from "#/mail/drafts/drafts.ts";
import { requireMessage } from "#/mail/reading/reading.ts";
import { openRequest } from "./receipt-request.ts";

/**
 * Sends the receipt, once, or records that none is sent; never automatically. Throws message.not_found, receipt.not_asked,
 * send.not_set_up.
 */
export async function answerReceiptRequest(
  mail: MailContext,
  userId: UserId,
  { emailId, send }: z.output<typeof answerReceipt.input>,
): Promise<void> {
  const row = await requireMessage(mail, userId, emailId);
  const request = openRequest(row);
  if (request === undefined) throw new Failure("receipt.not_asked");
  if (send) await queueReceipt(mail, row, request);
  await mail.execute("messages.change", {
    userId,
    messageIds: [emailId],
    change: { receiptAnswered: true },
  });
}

async function queueReceipt(
  mail: MailContext,
  row: MessageRow,
  request: ReceiptRequest,
): Promise<void> {
  const { user_id: userId, account_id: accountId, subject } = row;
  const account = await requireAccount(mail, userId, accountId);
  if (account.smtp_host === "") throw new Failure("send.not_set_up");
  const now = mail.clock.now();
  const id = OutboxId.parse(randomId(now));
  const messageId = newMessageId(mail, account.account_mail);
  const { raw, envelope } = await composeReceipt({
    from: account.account_mail,
    request,
    subject,
    answers: row.message_id_header,
    messageId,
    date: now,
  });
  await mail.execute("outbox.queue", {
    id,
    user_id: userId,
    account_id: accountId,
    // Repeated requests produce one receipt.
    idempotency_key: receiptKey(row.id),
    request_hash: "",
    message_id_header: messageId,
    envelope_json: JSON.stringify(envelope),
    draft_json: JSON.stringify(DraftContent.parse({ accountId, to: request.to })),
    raw,
    send_at: now,
    purpose: "receipt",
  });
}

function receiptKey(messageId: MessageId): string {
  return `receipt for ${messageId}`;
}
