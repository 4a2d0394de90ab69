import {
  answerReceipt,
  approveSend,
  listApprovals,
  listOutbox,
  outboxState,
  rescheduleSend,
  resolveSend,
  sendEmail,
  undoSend,
} from "@inlet/contract/mail/send.ts";
import type { Api } from "#/http/api.ts";
import { idempotencyKeyOf } from "#/http/idempotency-key.ts";
import { route } from "#/http/route.ts";
import { approveMail, listWaiting } from "#/mail/sending/approvals.ts";
import {
  listOutgoing,
  readOutbox,
  rescheduleMail,
  resolveMail,
  undoMail,
} from "#/mail/sending/outbox.ts";
import { answerReceiptRequest } from "#/mail/sending/receipts.ts";
import { queueMail } from "#/mail/sending/sending.ts";

/** Routes for outgoing mail. */
export function sendRoutes(api: Api): void {
  const { mail } = api;

  route(api, sendEmail, (email, { caller, request }) =>
    queueMail(mail, caller.userId, email, {
      idempotencyKey: idempotencyKeyOf(request),
      asker: caller.program?.asksFirst ? caller.program : undefined,
    }),
  );

  route(api, listApprovals, async (_input, { caller }) => ({
    approvals: await listWaiting(mail, caller.userId),
  }));

  route(api, approveSend, ({ id }, { caller }) => approveMail(mail, caller.userId, id));

  route(api, outboxState, ({ id }, { caller }) => readOutbox(mail, caller.userId, id));

  route(api, listOutbox, (_input, { caller }) => listOutgoing(mail, caller.userId));

  route(api, rescheduleSend, (asked, { caller }) => rescheduleMail(mail, caller.userId, asked));

  route(api, resolveSend, (decided, { caller }) => resolveMail(mail, caller.userId, decided));

  route(api, answerReceipt, async (answer, { caller }) => {
    await answerReceiptRequest(mail, caller.userId, answer);
    return { ok: true } as const;
  });

  route(api, undoSend, ({ id }, { caller }) => undoMail(mail, caller.userId, id));
}
