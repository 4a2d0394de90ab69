import type { OutboxId } from "@inlet/contract/ids.ts";
import type { OutboxState } from "@inlet/contract/send.ts";
import type { CalendarMoveRow } from "../invitation-tables.ts";
import { Failure } from "#/base/fail.ts";
import { moveBy, movesOf } from "../moved-events.ts";
import { plainText } from "../plain-text.ts";
import { again, type Command } from "./command.ts";
import { type NewOutgoing, queueOutbox } from "./outbox.ts";

export interface NewMove {
  move: Omit<CalendarMoveRow, "number" | "outbox_id">;
  message: Omit<NewOutgoing, "idempotency_key" | "request_hash">;
}

/**
 * Notes that an event was moved as a guest proposed, and stores the mail that tells all guests, in one transaction. What
 * one mail proposes is accepted once, as long as that is not taken back.
 */
export const moveEvent: Command<NewMove, { id: OutboxId; state: OutboxState }> = {
  durable: true,
  async run(writer, { move, message }) {
    const { db } = writer;
    const { user_id: userId, message_id: messageId } = move;
    await writer.lock(userId);
    const uid = plainText(move.uid);
    const standing = await moveBy(db, userId, { uid, messageId });
    if (standing) return { id: standing.outbox_id, state: standing.state };
    // Two guests' times accepted at once would be two meetings of one number.
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
