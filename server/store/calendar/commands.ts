import type { OutboxId } from "@inlet/contract/ids.ts";
import type { OutboxState } from "@inlet/contract/mail/send.ts";
import { plainText } from "../engine/storable-text.ts";
import type { CalendarAnswerRow } from "./schema.ts";
import { answersOf, isOfSame } from "./queries.ts";
import type { Writer } from "../engine/writer.ts";
import { again, type Command } from "#/store/commands/command.ts";
import { type NewOutgoing, queueOutbox } from "#/store/outbox/commands.ts";

export interface NewAnswer {
  answer: Omit<CalendarAnswerRow, "number" | "outbox_id" | "answered_at">;
  message: Omit<NewOutgoing, "idempotency_key" | "request_hash">;
}

/**
 * Records the user's answer and queues the message that sends it, in one transaction. An unchanged answer is not sent twice: the
 * same answer to the same version of the event returns the message that is already queued.
 */
export const answerInvitation: Command<NewAnswer, { id: OutboxId; state: OutboxState }> = {
  durable: true,
  async run(writer, { answer, message }) {
    const { db, now } = writer;
    const userId = answer.user_id;
    await writer.lock(userId);
    const uid = plainText(answer.uid);
    const existing = (await answersOf(db, userId, [uid])).find((one) =>
      isOfSame(one, { ...answer, uid }),
    );
    const isSame = existing?.answer === answer.answer && existing.sequence === answer.sequence;
    // A failed answer may be sent again.
    if (isSame && existing.state !== "failed") {
      return { id: existing.outbox_id, state: existing.state };
    }
    // This answer replaces a failed one, which could otherwise be sent again from the list.
    await dropFailed(writer, { ...answer, uid });
    const last = await db
      .selectFrom("calendar_answers")
      .select("number")
      .where("user_id", "=", userId)
      .where("uid", "=", uid)
      .where("recurrence_id", "=", answer.recurrence_id)
      .orderBy("number", "desc")
      .limit(1)
      .executeTakeFirst();
    const number = (last?.number ?? 0) + 1;
    const queued = await queueOutbox.run(writer, {
      ...message,
      idempotency_key: `invitation ${answer.message_id} ${answer.recurrence_id} ${number}`,
      request_hash: "",
    });
    if (queued === again) return again;
    await db
      .insertInto("calendar_answers")
      .values({ ...answer, uid, number, outbox_id: queued.id, answered_at: now })
      .execute();
    await writer.change(userId, "message.changed", [answer.message_id]);
    return { id: queued.id, state: queued.state };
  },
};

async function dropFailed(writer: Writer, answer: NewAnswer["answer"]): Promise<void> {
  const { db, now } = writer;
  const dropped = await db
    .updateTable("outbox")
    .set({ dismissed_at: now, raw: new Uint8Array() })
    .where("user_id", "=", answer.user_id)
    .where("state", "=", "failed")
    .where("id", "in", (outbox) =>
      outbox
        .selectFrom("calendar_answers")
        .select("calendar_answers.outbox_id")
        .where("calendar_answers.user_id", "=", answer.user_id)
        .where("calendar_answers.uid", "=", answer.uid)
        .where("calendar_answers.recurrence_id", "=", answer.recurrence_id)
        .where("calendar_answers.organiser", "=", answer.organiser)
        .where("calendar_answers.attendee", "=", answer.attendee),
    )
    .returning("id")
    .execute();
  const ids = dropped.map(({ id }) => id);
  if (ids.length > 0) await writer.change(answer.user_id, "outbox.changed", ids);
}
