import type { DraftId, UploadId, UserId } from "@inlet/contract/ids.ts";
import { Failure } from "#/base/fail.ts";
import { closeDraft } from "../close-draft.ts";
import type { ApprovalRow } from "../safety-tables.ts";
import type { OutboxRow } from "../sending-tables.ts";
import { setUploadUses } from "../upload-uses.ts";
import type { Writer } from "../writer.ts";
import { askFirst, giveUpLettersOf } from "./approvals.ts";
import { again, type Command } from "./command.ts";
import { type NewOutgoing, queueOutbox } from "./outbox.ts";

export interface QueuedMail {
  message: NewOutgoing;
  uploadIds: UploadId[];
  /** The draft that it was: it ends in the transaction in which the message stands for good, and in no other. */
  draftId?: DraftId | undefined;
  /** Whose word it waits for; its draft stays until then. */
  approval?: ApprovalRow | undefined;
}

/**
 * Stores what somebody wrote as an outgoing message; see outbox.queue. Fails with draft.gone when it is a draft that was
 * sent already, as from another tab.
 */
export const queueMail: Command<QueuedMail, OutboxRow> = {
  durable: true,
  async run(writer, { message, uploadIds, draftId, approval }) {
    const queued = await queueOutbox.run(writer, message);
    if (queued === again) return again;
    const userId = message.user_id;
    if (queued.id === message.id) {
      if (draftId !== undefined) await refuseSent(writer, userId, draftId);
      await setUploadUses(writer, { userId, ownerId: message.id }, uploadIds);
      if (approval) await askFirst(writer, approval);
    }
    if (approval) return queued;
    if (draftId !== undefined) {
      await closeDraft(writer, { userId, id: draftId, state: "sent" });
      await giveUpLettersOf(writer, userId, draftId);
    }
    return queued;
  },
};

async function refuseSent({ db }: Writer, userId: UserId, id: DraftId): Promise<void> {
  const sent = await db
    .selectFrom("drafts")
    .select("id")
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .where("state", "=", "sent")
    .executeTakeFirst();
  if (sent) throw new Failure("draft.gone");
}
