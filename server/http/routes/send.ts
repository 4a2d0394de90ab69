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
} from "@inlet/contract/send.ts";
import type { Api } from "#/http/api.ts";
import { idempotencyKeyOf } from "#/http/idempotency-key.ts";
import { route } from "#/http/route.ts";

/** Outgoing mail. */
export function sendRoutes(api: Api): void {
  const { sending } = api.services;

  route(api, sendEmail, (email, { caller, request }) =>
    sending.send(caller.userId, email, {
      idempotencyKey: idempotencyKeyOf(request),
      asker: caller.program?.asksFirst ? caller.program : undefined,
    }),
  );

  route(api, listApprovals, async (_input, { caller }) => ({
    approvals: await sending.approvals(caller.userId),
  }));

  route(api, approveSend, ({ id }, { caller }) => sending.approve(caller.userId, id));

  route(api, outboxState, ({ id }, { caller }) => sending.state(caller.userId, id));

  route(api, listOutbox, (_input, { caller }) => sending.list(caller.userId));

  route(api, rescheduleSend, (asked, { caller }) => sending.reschedule(caller.userId, asked));

  route(api, resolveSend, (decided, { caller }) => sending.resolve(caller.userId, decided));

  route(api, answerReceipt, async (answer, { caller }) => {
    await sending.answerReceipt(caller.userId, answer);
    return { ok: true } as const;
  });

  route(api, undoSend, ({ id }, { caller }) => sending.undo(caller.userId, id));
}
