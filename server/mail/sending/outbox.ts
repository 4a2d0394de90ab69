import { DraftContent } from "@inlet/contract/mail/drafts.ts";
import { errors } from "@inlet/contract/errors.ts";
import type { OutboxId, UserId } from "@inlet/contract/ids.ts";
import type {
  listOutbox,
  OutboxState,
  outboxState,
  rescheduleSend,
  resolveSend,
  undoSend,
} from "@inlet/contract/mail/send.ts";
import { z } from "zod";
import { Failure } from "#/base/failure.ts";
import { getOutbox, openOutbox, sentCopyOf } from "#/store/outbox/queries.ts";
import type { OutboxRow } from "#/store/outbox/schema.ts";
import { withNewDate } from "#/wire/mime/with-date.ts";
import type { MailContext } from "#/mail/context.ts";

type Shown = z.output<typeof outboxState.output>;

const Bounces = z.array(z.object({ address: z.string(), reason: z.string() }));
/** If more messages are pending, only the newest are shown. */
const listedMax = 200;

/** Returns an outgoing message. Throws outbox.not_found. */
export async function readOutbox(mail: MailContext, userId: UserId, id: OutboxId): Promise<Shown> {
  const row = await getOutbox(mail.database.reader, userId, id);
  if (row === undefined) throw new Failure("outbox.not_found");
  return present(mail, row);
}

/** Returns the messages that are pending or need a decision: the newest, or all of them. */
export async function listOutgoing(
  mail: MailContext,
  userId: UserId,
  { isWhole } = { isWhole: false },
): Promise<z.output<typeof listOutbox.output>> {
  const limit = isWhole ? Number.MAX_SAFE_INTEGER : listedMax;
  const rows = await openOutbox(mail.database.reader, userId, limit);
  return { outgoing: await Promise.all(rows.map((row) => present(mail, row))) };
}

async function present(mail: MailContext, row: Omit<OutboxRow, "raw">): Promise<Shown> {
  const isAhead = row.state === "queued" || row.state === "confirm";
  const draft = z.record(z.string(), z.unknown()).parse(JSON.parse(row.draft_json));
  const copy = row.state === "accepted" ? await sentCopyOf(mail.database.reader, row) : undefined;
  return {
    id: row.id,
    state: row.state,
    error: row.error || defaultError(row),
    bounces: Bounces.parse(JSON.parse(row.bounces_json)),
    sendAt: isAhead ? new Date(row.send_at).toISOString() : null,
    emailId: copy ?? null,
    updatedAt: new Date(row.updated_at).toISOString(),
    draft: DraftContent.parse({ ...draft, accountId: row.account_id }),
  };
}

/** Returns the sentence for a failed message when the server gave no reason. */
function defaultError({ state }: Pick<OutboxRow, "state">): string | null {
  if (state === "failed") return errors["send.failed"].message;
  // A client that retried might send it twice.
  return state === "unknown" ? errors["send.unknown"].message : null;
}

/** Changes the send time of a queued message; without a time it is sent now. Throws outbox.not_found, send.too_late. */
export async function rescheduleMail(
  mail: MailContext,
  userId: UserId,
  { id, sendAt }: z.output<typeof rescheduleSend.input>,
): Promise<z.output<typeof rescheduleSend.output>> {
  const now = mail.clock.now();
  const at = sendAt === undefined ? now : Math.max(now, Date.parse(sendAt));
  const row = await getOutbox(mail.database.reader, userId, id);
  if (row === undefined) throw new Failure("outbox.not_found");
  const state = await moveInTime(mail, row, at);
  if (state !== "queued") throw new Failure("send.too_late");
  return { id, state };
}

/** Changes the send time and the date of a message. Returns its state. Only a queued message can be changed. */
export async function moveInTime(
  mail: MailContext,
  { user_id: userId, id, raw }: OutboxRow,
  sendAt: number,
): Promise<OutboxState> {
  return mail.execute("outbox.reschedule", { userId, id, sendAt, raw: withNewDate(raw, sendAt) });
}

/** Applies the user's decision about a message that failed. Throws outbox.not_found, send.too_late. */
export async function resolveMail(
  mail: MailContext,
  userId: UserId,
  { id, decision }: z.output<typeof resolveSend.input>,
): Promise<z.output<typeof resolveSend.output>> {
  return { id, state: await mail.execute("outbox.resolve", { userId, id, decision }) };
}

/** Cancels a queued message. Throws outbox.not_found, send.too_late. */
export async function undoMail(
  mail: MailContext,
  userId: UserId,
  id: OutboxId,
): Promise<z.output<typeof undoSend.output>> {
  const state = await mail.execute("outbox.cancel", { userId, id });
  if (state !== "cancelled") throw new Failure("send.too_late");
  return { id, state };
}
