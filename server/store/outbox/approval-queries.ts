import type { OutboxId, UserId } from "@inlet/contract/ids.ts";
import type { Reader } from "#/store/engine/database.ts";
import type { ApprovalRow } from "#/store/auth/schema.ts";
import type { OutboxRow } from "./schema.ts";

export type WaitingApproval = ApprovalRow & Pick<OutboxRow, "draft_json" | "send_at">;

/** Returns the messages that wait for the user's approval, oldest first. */
export async function approvalsOf(
  reader: Reader,
  userId: UserId,
  now: number,
): Promise<WaitingApproval[]> {
  return reader
    .selectFrom("approvals")
    .innerJoin("outbox", (join) =>
      join
        .onRef("outbox.user_id", "=", "approvals.user_id")
        .onRef("outbox.id", "=", "approvals.id"),
    )
    .selectAll("approvals")
    .select(["outbox.draft_json", "outbox.send_at"])
    .where("approvals.user_id", "=", userId)
    .where("approvals.expires_at", ">", now)
    .where("outbox.state", "=", "approval")
    .orderBy("approvals.id")
    .execute();
}

/** Returns the message that waits for approval under this id. */
export async function getApproval(
  reader: Reader,
  userId: UserId,
  id: OutboxId,
): Promise<ApprovalRow | undefined> {
  return reader
    .selectFrom("approvals")
    .selectAll()
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .executeTakeFirst();
}
