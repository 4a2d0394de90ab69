import type { changeEmail, EmailRow } from "@inlet/contract/email.ts";
import type { UserId } from "@inlet/contract/ids.ts";
import type { z } from "zod";
import { Failure } from "#/base/fail.ts";
import type { MailContext } from "./context.ts";
import { presentRow } from "./present.ts";
import { requireMessage } from "./reading.ts";

type Change = z.output<typeof changeEmail.input>;

/** Changes read and starred state here at once and queues telling the server. Throws message.not_found. */
export async function changeMail(
  mail: MailContext,
  userId: UserId,
  { emailId, seen, starred }: Change,
): Promise<EmailRow> {
  const isChanged = await mail.door("message.change", {
    userId,
    messageId: emailId,
    ...(seen === undefined ? {} : { seen }),
    ...(starred === undefined ? {} : { starred }),
  });
  if (!isChanged) throw new Failure("message.not_found");
  return presentRow(await requireMessage(mail, userId, emailId));
}
