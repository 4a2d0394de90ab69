import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import { sendEmail } from "@inlet/contract/mail/send.ts";
import type { unsubscribe } from "@inlet/contract/mail/senders.ts";
import type { z } from "zod";
import { Failure } from "#/base/failure.ts";
import type { MessageRow } from "#/store/engine/schema.ts";
import type { MailContext } from "#/mail/context.ts";
import { requireMessage } from "#/mail/reading/reading.ts";
import { queueMail } from "#/mail/sending/sending.ts";
import { signsOf } from "#/mail/reading/header-signs.ts";

type Answer = z.output<typeof unsubscribe.output>;

const timeoutMs = 15_000;
const answerBytes = 64 * 1024;

/** Unsubscribes from the list that sent a message. Throws the codes of the endpoint. */
export async function unsubscribeFrom(
  mail: MailContext,
  userId: UserId,
  messageId: MessageId,
): Promise<Answer> {
  const row = await requireMessage(mail, userId, messageId);
  const way = signsOf(row).unsubscribe;
  if (way === undefined) throw new Failure("unsubscribe.not_offered");
  if (way.isOneClick) {
    await click(mail, way.web);
    return { result: "done", url: null };
  }
  if (way.mail === "") return { result: "page", url: way.web };
  await write(mail, row, way.mail);
  return { result: "mailed", url: null };
}

/** RFC 8058, 3.1: the one field, and nothing that identifies the user. */
async function click(mail: MailContext, url: string): Promise<void> {
  try {
    const { status } = await mail.egress.request(url, {
      method: "POST",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "user-agent": "Mozilla/5.0 (compatible; Inlet)",
      },
      body: "List-Unsubscribe=One-Click",
      maxBytes: answerBytes,
      timeoutMs,
    });
    if (status < 200 || status > 299) throw new Error(`The list's server answered ${status}.`);
  } catch (cause) {
    throw new Failure("unsubscribe.failed", { cause });
  }
}

async function write(mail: MailContext, row: MessageRow, address: string): Promise<void> {
  const form = sendEmail.input.safeParse({
    accountId: row.account_id,
    allowEmpty: true,
    ...messageTo(address),
  });
  if (!form.success) throw new Failure("unsubscribe.failed", { cause: form.error });
  await queueMail(mail, row.user_id, form.data, { idempotencyKey: `unsubscribe ${row.id}` });
}

/** Returns recipient, subject and text of the address (RFC 6068): its other fields are not sent. */
function messageTo(address: string): { to: string; subject: string; content: string } {
  try {
    const url = new URL(address);
    const asked = (name: string) =>
      url.searchParams.get(name)?.replaceAll(/[\r\n\0]+/g, " ") || "unsubscribe";
    const [to = ""] = decodeURIComponent(url.pathname).split(",");
    return { to, subject: asked("subject").slice(0, 500), content: asked("body").slice(0, 2000) };
  } catch (cause) {
    throw new Failure("unsubscribe.failed", { cause });
  }
}
