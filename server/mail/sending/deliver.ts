import { type ErrorCode, errors } from "@inlet/contract/errors.ts";
import type { OutboxId, UserId } from "@inlet/contract/ids.ts";
import { z } from "zod";
import { RetryAfter } from "#/base/retry-after.ts";
import { getAccount } from "#/store/accounts/queries.ts";
import { getOutbox } from "#/store/outbox/queries.ts";
import type { OutboxRow } from "#/store/outbox/schema.ts";
import type { AccountRow } from "#/store/engine/schema.ts";
import { visibleLine } from "#/wire/mime/html/visible-line.ts";
import type { SendSteps } from "#/wire/smtp/send.ts";
import { SmtpError, type SmtpErrorKind } from "#/wire/smtp/smtp-error.ts";
import { withHostPlace } from "./host-limit.ts";
import { sendAs } from "./send-authenticated.ts";
import { isInSent, putIntoSent, storesSent } from "./sent-copy.ts";
import type { DeliverContext, Timeouts } from "./deliver-context.ts";

const Envelope = z.object({ from: z.string(), to: z.array(z.string()) });

const defaultTimeouts: Timeouts = {
  answerMs: 120_000,
  unsureMs: 45_000,
  retryWaitsMs: [30_000, 60_000, 5 * 60_000, 15 * 60_000, 60 * 60_000, 3 * 3600_000],
};
/**
 * A message overdue by this long is searched in Sent before it is sent: the database may be a restored old backup, and the
 * message may have been sent after that backup.
 */
const overdueMs = 10 * 60_000;
/** Interval at which Sent is searched for a message whose delivery is unknown. */
const unknownWaitsMs = 60_000;
const unknownTtlMs = 10 * 60_000;

/**
 * Takes one outgoing message a step further: sends it, finds out if it was sent, or appends the copy to Sent. The content is sent
 * by SMTP only after the row is `sending`, and only a queued row becomes that, so no crash can send it twice. Throws RetryAfter
 * while work is left.
 */
export async function deliver(
  mail: DeliverContext,
  { userId, outboxId }: { userId: UserId; outboxId: OutboxId },
): Promise<void> {
  const row = await getOutbox(mail.database.reader, userId, outboxId);
  const account = row && (await getAccount(mail.database.reader, userId, row.account_id));
  if (row === undefined || account === undefined) return;
  switch (row.state) {
    case "queued":
      return sendQueued(mail, account, row);
    case "sending":
      // Only one worker holds a message: the process that was sending it is gone, and the server's answer with it.
      await mail.execute("outbox.settle", { id: row.id, attempt: row.attempts, state: "unknown" });
      return findOut(mail, account, row);
    case "unknown":
      return findOut(mail, account, row);
    case "accepted":
      if (row.sent_copy === "owed") await putIntoSent(mail, account, row);
      return;
    case "confirm":
      // Sent after the backup was made: the user need not confirm it any more.
      if (await isInSent(mail, account, row)) await recordFound(mail, account, row);
      return;
    case "approval":
    case "failed":
    case "cancelled":
      return;
  }
}

/** Thrown when the message was canceled, rescheduled or handed over by another attempt while this one was connecting. */
class Overtaken extends Error {}

async function sendQueued(
  mail: DeliverContext,
  account: AccountRow,
  row: OutboxRow,
): Promise<void> {
  const waitMs = row.send_at - mail.clock.now();
  if (waitMs > 0) throw new RetryAfter(waitMs);
  const attempt: Attempt = { id: row.id, attempt: row.attempts + 1, isHandedOver: false };
  if (account.smtp_host === "") {
    const error = errors["send.not_set_up"].message;
    await mail.execute("outbox.settle", { ...attempt, state: "failed", error });
    return;
  }
  if (-waitMs > overdueMs && (await isInSent(mail, account, row))) {
    return recordFound(mail, account, row);
  }
  let leftAt = row.send_at;
  const isCopied = row.sent_copy === "not_needed" || storesSent(account);
  const { answerMs, unsureMs } = { ...defaultTimeouts, ...mail.timeouts };
  let unsure: NodeJS.Timeout | undefined;
  const steps: SendSteps = {
    async beforeContent() {
      if (!(await mail.execute("outbox.sending", attempt))) throw new Overtaken();
      attempt.isHandedOver = true;
      leftAt = mail.clock.now();
    },
    whileWaiting() {
      unsure = setTimeout(() => {
        mail.execute("outbox.settle", { ...attempt, state: "unknown" }).catch((error: unknown) => {
          mail.log.error({ err: error }, "recording an unresponsive mail server failed");
        });
      }, unsureMs);
    },
    async whenAccepted({ renamedTo }) {
      clearTimeout(unsure);
      const sentCopy = isCopied ? "not_needed" : "owed";
      await mail.execute("outbox.settle", { ...attempt, state: "accepted", sentCopy, renamedTo });
    },
  };
  try {
    const envelope = Envelope.parse(JSON.parse(row.envelope_json));
    const outgoing = { envelope, raw: row.raw, envelopeId: row.id };
    await withHostPlace(`${account.smtp_host}:${account.smtp_port}`, () =>
      sendAs(mail, account, outgoing, { timeoutMs: answerMs, steps }),
    );
  } catch (error) {
    if (error instanceof Overtaken) return await untilItsTime(mail, row);
    return await afterFailure(mail, account, attempt, error);
  } finally {
    clearTimeout(unsure);
  }
  if (isCopied) mail.lookAround(account.id);
  else await putIntoSent(mail, account, { ...row, send_at: leftAt });
}

/** The send time is later now, or the clock was set back: requests the job again for that time. */
async function untilItsTime(
  mail: DeliverContext,
  { user_id: userId, id }: OutboxRow,
): Promise<void> {
  const row = await getOutbox(mail.database.reader, userId, id);
  if (row?.state !== "queued") return;
  throw new RetryAfter(Math.max(row.send_at - mail.clock.now(), 0));
}

interface Attempt {
  id: OutboxId;
  attempt: number;
  /** The row records that the server may have the message. */
  isHandedOver: boolean;
}

async function afterFailure(
  mail: DeliverContext,
  account: AccountRow,
  attempt: Attempt,
  error: unknown,
): Promise<void> {
  // The row records how far delivery came, without the SMTP conversation.
  if (!(error instanceof SmtpError)) throw error;
  const { kind, response } = error;
  mail.log.info({ outboxId: attempt.id, err: error, kind }, "sending a message failed");
  if (kind === "unknown") {
    await mail.execute("outbox.settle", { ...attempt, state: "unknown" });
    throw new RetryAfter(unknownWaitsMs, { cause: error });
  }
  const { retryWaitsMs } = { ...defaultTimeouts, ...mail.timeouts };
  const waitMs = retryWaitsMs[attempt.attempt - 1];
  if ((kind === "temporary" || kind === "unreachable") && waitMs !== undefined) {
    // Queued with the time at which its job runs again.
    const sendAt = mail.clock.now() + waitMs;
    await mail.execute("outbox.settle", { ...attempt, state: "queued", sendAt });
    return;
  }
  // Without a response, the server itself did not reject the message.
  const isRefused = kind === "rejected" && response !== "";
  const errorCode = isRefused ? "send.refused" : codes[kind];
  // Signing in again fixes it; the account's settings offer that.
  if (kind === "revoked")
    await mail.execute("account.state", { accountId: account.id, state: "failed", errorCode });
  const message =
    kind === "too_large" && account.smtp_host !== ""
      ? `This message is larger than ${account.smtp_host} accepts.`
      : errors[errorCode].message;
  const detail = response === "" ? "" : ` The mail server said: ${visibleLine(response)}`;
  await mail.execute("outbox.settle", {
    ...attempt,
    state: "failed",
    error: `${message}${detail}`,
  });
}

const codes: Readonly<Record<Exclude<SmtpErrorKind, "unknown">, ErrorCode>> = {
  bad_login: "account.smtp_failed",
  app_password: "account.app_password",
  unreachable: "send.no_answer",
  certificate: "account.certificate",
  certificate_changed: "account.certificate_changed",
  revoked: "account.reconnect",
  encryption_required: "account.encryption_required",
  address_not_ascii: "send.address_not_ascii",
  rejected: "send.failed",
  too_large: "send.too_large",
  too_many_recipients: "send.too_many_recipients",
  temporary: "send.failed",
};

/**
 * Settles a message that may have been sent. If it is in Sent, it was. Otherwise it stays `unknown`: it is never sent again
 * unless the user requests it.
 */
async function findOut(mail: DeliverContext, account: AccountRow, row: OutboxRow): Promise<void> {
  if (await isInSent(mail, account, row)) return recordFound(mail, account, row);
  if (mail.clock.now() - row.updated_at < unknownTtlMs) throw new RetryAfter(unknownWaitsMs);
}

async function recordFound(
  mail: DeliverContext,
  account: AccountRow,
  row: OutboxRow,
): Promise<void> {
  const attempt = { id: row.id, attempt: row.attempts };
  await mail.execute("outbox.settle", { ...attempt, state: "accepted", sentCopy: "done" });
  mail.lookAround(account.id);
}
