import { programLimits } from "@inlet/contract/program-limits.ts";
import type { OutboxState } from "@inlet/contract/send.ts";
import { Failure } from "#/base/fail.ts";
import { closeDraft } from "../close-draft.ts";
import type { ApprovalRow } from "../safety-tables.ts";
import type { OutboxRow } from "../sending-tables.ts";
import type { Writer } from "../writer.ts";
import { again, type Command } from "./command.ts";
import type { Asked } from "./outbox.ts";

/** Rows of one transaction. */
const slice = 100;

/** Notes whose word an outgoing message waits for. Fails with approval.too_many. */
export async function askFirst({ db }: Writer, approval: ApprovalRow): Promise<void> {
  const { count } = await db
    .selectFrom("approvals")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("user_id", "=", approval.user_id)
    .executeTakeFirstOrThrow();
  if (Number(count) >= programLimits.approvals) throw new Failure("approval.too_many");
  await db.insertInto("approvals").values(approval).execute();
}

/** The person's word: the message is queued, once. Fails with outbox.not_found, approval.over. */
export const approveOutbox: Command<Asked & Pick<OutboxRow, "raw" | "send_at">, OutboxState> = {
  durable: true,
  async run(writer, { userId, id, raw, send_at: sendAt }) {
    const { db } = writer;
    await writer.lock(userId);
    const approval = await db
      .deleteFrom("approvals")
      .where("user_id", "=", userId)
      .where("id", "=", id)
      .where("expires_at", ">", writer.now)
      .returning("draft_id")
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
      await closeDraft(writer, { userId, id: approval.draft_id, state: "sent" });
    }
    await writer.job("send-outbox", userId, id, sendAt);
    await writer.change(userId, "outbox.changed", [id]);
    return row.state;
  },
};

/** Takes back what nobody approved in time. */
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
    return over.length === slice ? again : undefined;
  },
};
