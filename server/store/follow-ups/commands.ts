import type { MessageId, ThreadId, UserId } from "@inlet/contract/ids.ts";
import { bit } from "../engine/bit.ts";
import { followUpSettingsOf } from "./choice-queries.ts";
import { plainText } from "../engine/storable-text.ts";
import type { Writer } from "../engine/writer.ts";
import type { Command } from "#/store/commands/command.ts";

/** Merges the chosen settings into the earlier ones. `prepares`: prepares answers to existing messages, or deletes them. */
export const saveFollowUpSettings: Command<
  { userId: UserId; chosen: object; prepares: boolean | undefined; returns: boolean },
  void
> = {
  durable: true,
  async run(writer, { userId, chosen, prepares, returns }) {
    await writer.lock(userId);
    const before: object = JSON.parse(await followUpSettingsOf(writer.db, userId));
    const settings = { settings_json: JSON.stringify({ ...before, ...chosen }) };
    await writer.db
      .insertInto("follow_up_settings")
      .values({ user_id: userId, ...settings })
      .onConflict((conflict) => conflict.column("user_id").doUpdateSet(settings))
      .execute();
    if (returns) await writer.job("return-follow-ups", userId, userId);
    if (prepares === true) await writer.job("prepare-answers", userId, userId);
    if (prepares === false) await forgetAnswers(writer, userId);
    await writer.change(userId, "settings.changed", ["follow-ups"]);
  },
};

async function forgetAnswers(writer: Writer, userId: UserId): Promise<void> {
  const gone = await writer.db
    .deleteFrom("prepared_answers")
    .where("user_id", "=", userId)
    .returning(["message_id", "text"])
    .execute();
  const shown = gone.filter(({ text }) => text !== "").map((row) => row.message_id);
  await writer.change(userId, "message.changed", shown);
}

/** Postpones the reminders of a conversation, turns them off, or resets both. An unknown conversation is ignored. */
export const chooseFollowUp: Command<
  { userId: UserId; threadId: ThreadId; putOffUntil: number; isOff: boolean },
  void
> = {
  durable: true,
  async run(writer, { userId, threadId, putOffUntil, isOff }) {
    await writer.lock(userId);
    const { db } = writer;
    await db
      .deleteFrom("follow_up_choices")
      .where("user_id", "=", userId)
      .where("thread_id", "=", threadId)
      .execute();
    const message = await db
      .selectFrom("messages")
      .select("id")
      .where("user_id", "=", userId)
      .where("thread_id", "=", threadId)
      .orderBy("date_key", "desc")
      .limit(1)
      .executeTakeFirst();
    if (message !== undefined && (isOff || putOffUntil > writer.now)) {
      await db
        .insertInto("follow_up_choices")
        .values({
          user_id: userId,
          thread_id: threadId,
          put_off_until: putOffUntil,
          is_off: bit(isOff),
          chosen_at: writer.now,
        })
        .execute();
    }
    if (message !== undefined) await writer.change(userId, "message.changed", [message.id]);
  },
};

/** Saves a prepared answer, or that none could be prepared. An answer that the user dismissed stays dismissed. */
export const storePreparedAnswer: Command<
  { userId: UserId; messageId: MessageId; text: string; version: number },
  void
> = {
  durable: false,
  bulk: true,
  async run(writer, { userId, messageId, text, version }) {
    await writer.lock(userId);
    // Turned off while the answer was prepared: the deleted answers must not return.
    if (!(await wantsAnswers(writer, userId))) return;
    const message = await writer.db
      .selectFrom("messages")
      .select("id")
      .where("user_id", "=", userId)
      .where("id", "=", messageId)
      .executeTakeFirst();
    // The message was deleted in the meantime: its content must not be stored.
    if (message === undefined) return;
    const made = { text: plainText(text), version, created_at: writer.now };
    await writer.db
      .insertInto("prepared_answers")
      .values({ user_id: userId, message_id: messageId, is_dropped: 0, ...made })
      .onConflict((conflict) => conflict.columns(["user_id", "message_id"]).doUpdateSet(made))
      .execute();
    if (text !== "") await writer.change(userId, "message.changed", [messageId]);
  },
};

async function wantsAnswers({ db }: Writer, userId: UserId): Promise<boolean> {
  const chosen: unknown = JSON.parse(await followUpSettingsOf(db, userId));
  return (
    typeof chosen === "object" &&
    chosen !== null &&
    "preparesAnswers" in chosen &&
    chosen.preparesAnswers === true
  );
}

/** Queues answers to messages that were classified, if the user wants prepared answers. */
export const awaitAnswers: Command<{ userId: UserId }, void> = {
  durable: false,
  async run(writer, { userId }) {
    if (await wantsAnswers(writer, userId)) await writer.job("prepare-answers", userId, userId);
  },
};

/** Dismisses a prepared answer, or restores it. */
export const dropPreparedAnswer: Command<
  { userId: UserId; messageId: MessageId; isDropped: boolean },
  void
> = {
  durable: true,
  async run(writer, { userId, messageId, isDropped }) {
    const changed = await writer.db
      .updateTable("prepared_answers")
      .set({ is_dropped: bit(isDropped) })
      .where("user_id", "=", userId)
      .where("message_id", "=", messageId)
      .returning("message_id")
      .execute();
    const ids = changed.map((row) => row.message_id);
    await writer.change(userId, "message.changed", ids);
  },
};
