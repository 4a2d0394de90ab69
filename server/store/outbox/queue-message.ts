import type { DraftId, UploadId, UserId } from "@inlet/contract/ids.ts";
import { Failure } from "#/base/failure.ts";
import { closeDraft } from "../drafts/close-draft.ts";
import type { ApprovalRow } from "../auth/schema.ts";
import type { OutboxRow } from "./schema.ts";
import { setUploadUses } from "../blobs/upload-uses.ts";
import type { Writer } from "../engine/writer.ts";
import { askFirst, cancelMessagesOf } from "./approval-commands.ts";
import { again, type Command } from "#/store/commands/command.ts";
import { type NewOutgoing, queueOutbox } from "./commands.ts";

export interface QueuedMail {
  message: NewOutgoing;
  uploadIds: UploadId[];
  /** The draft that becomes this message: it ends in the transaction that stores the message, and in no other. */
  draftId?: DraftId | undefined;
  /** The approval that it waits for; its draft stays until it is approved. */
  approval?: ApprovalRow | undefined;
}

/**
 * Queues a message that a user wrote; see outbox.queue. Fails with draft.gone if its draft was sent already, such as from another
 * tab.
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
      await cancelMessagesOf(writer, userId, draftId);
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
