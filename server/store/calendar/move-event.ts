import type { MessageId, OutboxId, UserId } from "@inlet/contract/ids.ts";
import type { OutboxState } from "@inlet/contract/mail/send.ts";
import type { CalendarMoveRow } from "./schema.ts";
import { Failure } from "#/base/failure.ts";
import { moveBy, movesOf } from "./moved-event-queries.ts";
import { counterAnswers, counterKey } from "../outbox/queries.ts";
import { plainText } from "../engine/storable-text.ts";
import type { Writer } from "../engine/writer.ts";
import { again, type Command } from "#/store/commands/command.ts";
import { type NewOutgoing, queueOutbox } from "#/store/outbox/commands.ts";

export interface NewMove {
  move: Omit<CalendarMoveRow, "number" | "outbox_id">;
  message: Omit<NewOutgoing, "idempotency_key" | "request_hash">;
}

/**
 * Records that an event was moved as a guest proposed, and queues the message to all guests, in one transaction. The proposal of
 * a message is accepted only once, unless the acceptance is cancelled.
 */
export const moveEvent: Command<NewMove, { id: OutboxId; state: OutboxState }> = {
  durable: true,
  async run(writer, { move, message }) {
    const { db } = writer;
    const { user_id: userId, message_id: messageId } = move;
    await writer.lock(userId);
    const uid = plainText(move.uid);
    const existing = await moveBy(db, userId, { uid, messageId });
    if (existing) return { id: existing.outbox_id, state: existing.state };
    // It was declined in the meantime: the guest would receive both answers.
    if ((await currentDecline(writer, userId, messageId)) !== undefined) {
      throw new Failure("invitation.closed");
    }
    // If the proposals of two guests were accepted at once, two versions of the meeting would have the same number.
    const others = await movesOf(db, userId, uid);
    if (others.some(({ sequence }) => sequence >= move.sequence)) {
      throw new Failure("invitation.closed");
    }
    const last = await db
      .selectFrom("calendar_moves")
      .select("number")
      .where("user_id", "=", userId)
      .where("message_id", "=", messageId)
      .orderBy("number", "desc")
      .limit(1)
      .executeTakeFirst();
    const number = Number(last?.number ?? 0) + 1;
    const queued = await queueOutbox.run(writer, {
      ...message,
      idempotency_key: `move ${messageId} ${number}`,
      request_hash: "",
    });
    if (queued === again) return again;
    await db
      .insertInto("calendar_moves")
      .values({ ...move, uid, source: plainText(move.source), number, outbox_id: queued.id })
      .execute();
    await writer.change(userId, "message.changed", [messageId]);
    return { id: queued.id, state: queued.state };
  },
};

export interface StoredEventTime {
  uid: string;
  messageId: MessageId;
  /** Number of such messages before, including cancelled ones. */
  number: number;
  message: Omit<NewOutgoing, "idempotency_key" | "request_hash">;
}

/**
 * Queues the message which informs a guest that an event keeps its time. If a request to move it arrives at the same moment, only
 * one of them succeeds. Fails with invitation.closed.
 */
export const storeEventTime: Command<StoredEventTime, { id: OutboxId; state: OutboxState }> = {
  durable: true,
  async run(writer, { uid, messageId, number, message }) {
    const { user_id: userId } = message;
    await writer.lock(userId);
    const existing = await currentDecline(writer, userId, messageId);
    if (existing) return existing;
    if (await moveBy(writer.db, userId, { uid: plainText(uid), messageId })) {
      throw new Failure("invitation.closed");
    }
    const queued = await queueOutbox.run(writer, {
      ...message,
      // Two concurrent requests queue one message.
      idempotency_key: counterKey(messageId, number),
      request_hash: "",
    });
    return queued === again ? again : { id: queued.id, state: queued.state };
  },
};

async function currentDecline({ db }: Writer, userId: UserId, messageId: MessageId) {
  const answers = await counterAnswers(db, userId, messageId);
  return answers.find(({ state }) => state !== "cancelled");
}
