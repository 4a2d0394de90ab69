import { DraftContent } from "@inlet/contract/mail/drafts.ts";
import type { OutboxId, UserId } from "@inlet/contract/ids.ts";
import type { Approval, approveSend } from "@inlet/contract/mail/send.ts";
import { z } from "zod";
import { Failure } from "#/base/failure.ts";
import { approvalsOf, type WaitingApproval } from "#/store/outbox/approval-queries.ts";
import { getOutbox } from "#/store/outbox/queries.ts";
import { withNewDate } from "#/wire/mime/with-date.ts";
import type { MailContext } from "#/mail/context.ts";
import { readPreferences } from "#/mail/accounts/preferences.ts";

const Files = z.array(z.object({ filename: z.string(), size: z.number() }));

/** Returns the messages that API clients want to send for the user. */
export async function listWaiting(mail: MailContext, userId: UserId): Promise<Approval[]> {
  const rows = await approvalsOf(mail.database.reader, userId, mail.clock.now());
  return rows.map(present);
}

function present(row: WaitingApproval): Approval {
  const draft = z.record(z.string(), z.unknown()).parse(JSON.parse(row.draft_json));
  return {
    id: row.id,
    program: row.program,
    askedAt: new Date(row.created_at).toISOString(),
    expiresAt: new Date(row.expires_at).toISOString(),
    sendAt: row.send_at > row.created_at ? new Date(row.send_at).toISOString() : null,
    from: row.sender,
    text: row.text,
    files: Files.parse(JSON.parse(row.files_json)),
    draft: DraftContent.parse({ ...draft, accountId: row.account_id }),
  };
}

/**
 * Lets the message leave as it was shown, with the date at which it leaves, once the user's time to undo sending has passed.
 * Throws outbox.not_found, approval.over.
 */
export async function approveMail(
  mail: MailContext,
  userId: UserId,
  id: OutboxId,
): Promise<z.output<typeof approveSend.output>> {
  const row = await getOutbox(mail.database.reader, userId, id);
  if (row === undefined) throw new Failure("outbox.not_found");
  const { undoSeconds } = await readPreferences(mail, userId);
  const sendAt = Math.max(row.send_at, mail.clock.now() + undoSeconds * 1000);
  const raw = row.raw.length > 0 ? withNewDate(row.raw, sendAt) : row.raw;
  return { id, state: await mail.execute("outbox.approve", { userId, id, raw, send_at: sendAt }) };
}
