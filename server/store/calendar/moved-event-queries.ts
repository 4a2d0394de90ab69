import type { MessageId, OutboxId, UserId } from "@inlet/contract/ids.ts";
import type { OutboxState } from "@inlet/contract/mail/send.ts";
import type { Reader } from "#/store/engine/database.ts";
import type { CalendarMoveRow } from "./schema.ts";

export interface CurrentMove extends Omit<CalendarMoveRow, "source"> {
  state: OutboxState;
}

/** Returns the user's moves of this event, the latest first, without cancelled ones. */
export async function movesOf(reader: Reader, userId: UserId, uid: string): Promise<CurrentMove[]> {
  return reader
    .selectFrom("calendar_moves")
    .innerJoin("outbox", (join) =>
      join
        .onRef("outbox.user_id", "=", "calendar_moves.user_id")
        .onRef("outbox.id", "=", "calendar_moves.outbox_id"),
    )
    .select(["calendar_moves.user_id", "calendar_moves.message_id", "calendar_moves.number"])
    .select(["calendar_moves.uid", "calendar_moves.sequence", "calendar_moves.outbox_id"])
    .select("outbox.state")
    .where("calendar_moves.user_id", "=", userId)
    .where("calendar_moves.uid", "=", uid)
    .where("outbox.state", "<>", "cancelled")
    .orderBy("calendar_moves.sequence", "desc")
    .execute();
}

/** Returns the accepted move that this message proposed; undefined if it was not accepted, or cancelled. */
export async function moveBy(
  reader: Reader,
  userId: UserId,
  { uid, messageId }: { uid: string; messageId: MessageId },
): Promise<CurrentMove | undefined> {
  return (await movesOf(reader, userId, uid)).find((move) => move.message_id === messageId);
}

/** Returns the move that this outgoing message announced; undefined if it announced none. */
export async function moveSentBy(
  reader: Reader,
  userId: UserId,
  outboxId: OutboxId,
): Promise<CalendarMoveRow | undefined> {
  return reader
    .selectFrom("calendar_moves")
    .selectAll()
    .where("user_id", "=", userId)
    .where("outbox_id", "=", outboxId)
    .executeTakeFirst();
}
