import type { DraftId, OutboxId, UserId } from "@inlet/contract/ids.ts";
import { apiClientLimits } from "@inlet/contract/auth/api-client-limits.ts";
import type { OutboxState } from "@inlet/contract/mail/send.ts";
import { sql } from "kysely";
import { Failure } from "#/base/failure.ts";
import { closeDraft } from "../drafts/close-draft.ts";
import type { ApprovalRow } from "../auth/schema.ts";
import type { OutboxRow } from "./schema.ts";
import type { Writer } from "../engine/writer.ts";
import { again, type Command } from "#/store/commands/command.ts";
import type { OutboxKey } from "./commands.ts";

/** Maximum number of rows per transaction. */
const slice = 100;

/** Records that an outgoing message needs an approval. Throws approval.too_many, approval.asked_already. */
export async function askFirst({ db, now }: Writer, approval: ApprovalRow): Promise<void> {
  const waiting = await db
    .selectFrom("approvals")
    .select(["draft_id", sql<number>`length(text)`.as("length")])
    .where("user_id", "=", approval.user_id)
    .where("expires_at", ">", now)
    .execute();
  // A draft is one message: approved twice, it would be sent twice.
  if (approval.draft_id !== "" && waiting.some((one) => one.draft_id === approval.draft_id)) {
    throw new Failure("approval.asked_already");
  }
  // The page shows all of them together, so their total length is limited.
  const length = waiting.reduce((sum, one) => sum + Number(one.length), approval.text.length);
  if (waiting.length >= apiClientLimits.approvals || length > apiClientLimits.approvalsLength) {
    throw new Failure("approval.too_many");
  }
  await db.insertInto("approvals").values(approval).execute();
}

/** Queues an approved message, once. Throws outbox.not_found, approval.over. */
export const approveOutbox: Command<OutboxKey & Pick<OutboxRow, "raw" | "send_at">, OutboxState> = {
  durable: true,
  async run(writer, { userId, id, raw, send_at: sendAt }) {
    const { db } = writer;
    await writer.lock(userId);
    const approval = await db
      .deleteFrom("approvals")
      .where("user_id", "=", userId)
      .where("id", "=", id)
      .where("expires_at", ">", writer.now)
      .returning(["draft_id", "draft_revision"])
      .executeTakeFirst();
    if (!approval) {
      const known = await db
        .selectFrom("outbox")
        .select("id")
        .where("user_id", "=", userId)
        .where("id", "=", id)
        .executeTakeFirst();
      throw new Failure(known ? "approval.over" : "outbox.not_found");
    }
    const row = await db
      .updateTable("outbox")
      .set({ state: "queued", raw, send_at: sendAt, updated_at: writer.now })
      .where("user_id", "=", userId)
      .where("id", "=", id)
      .where("state", "=", "approval")
      .returning("state")
      .executeTakeFirst();
    if (!row) throw new Failure("approval.over");
    if (approval.draft_id !== "") {
      await endDraft(writer, userId, approval.draft_id, approval.draft_revision);
    }
    await writer.job("send-outbox", userId, id, sendAt);
    await writer.change(userId, "outbox.changed", [id]);
    return row.state;
  },
};

/**
 * Ends the draft at the revision that was approved. Later edits stay a draft of the user. Fails with approval.over if the draft
 * has been sent, as by the user.
 */
async function endDraft(
  writer: Writer,
  userId: UserId,
  id: DraftId,
  revision: number,
): Promise<void> {
  const draft = await writer.db
    .selectFrom("drafts")
    .select(["state", "revision"])
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (draft?.state === "sent") throw new Failure("approval.over");
  if (draft?.revision === revision) await closeDraft(writer, { userId, id, state: "sent" });
}

/** Cancels messages that were not approved in time. */
export const expireApprovals: Command<Record<string, never>, void> = {
  durable: false,
  bulk: true,
  async run(writer) {
    const { db } = writer;
    const over = await db
      .selectFrom("approvals")
      .select(["user_id", "id"])
      .where("expires_at", "<=", writer.now)
      .limit(slice)
      .execute();
    for (const { user_id: userId, id } of over) {
      await writer.lock(userId);
      await giveUp(writer, userId, id);
    }
    return over.length === slice ? again : undefined;
  },
};

/** Cancels approval requests for a draft that the user sent. Requires the user's lock. */
export async function cancelMessagesOf(
  writer: Writer,
  userId: UserId,
  draftId: DraftId,
): Promise<void> {
  const waiting = await writer.db
    .selectFrom("approvals")
    .select("id")
    .where("user_id", "=", userId)
    .where("draft_id", "=", draftId)
    .execute();
  for (const { id } of waiting) await giveUp(writer, userId, id);
}

async function giveUp(writer: Writer, userId: UserId, id: OutboxId): Promise<void> {
  const { db } = writer;
  await db.deleteFrom("approvals").where("user_id", "=", userId).where("id", "=", id).execute();
  await db
    .updateTable("outbox")
    .set({ state: "cancelled", updated_at: writer.now, raw: new Uint8Array() })
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .where("state", "=", "approval")
    .execute();
  await writer.change(userId, "outbox.changed", [id]);
}
