import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import { plainText } from "../engine/storable-text.ts";
import type { Command } from "#/store/commands/command.ts";

export interface SummaryToStore {
  userId: UserId;
  messageId: MessageId;
  engine: string;
  contentHash: string;
  value: string;
  /** Summary for lists; absent: unchanged. */
  line?: { text: string; version: number };
}

/** Stores the result of an engine for a message. The user does not wait for the write, and the result can be computed again. */
export const storeSummary: Command<SummaryToStore, void> = {
  durable: false,
  bulk: true,
  async run(writer, { userId, messageId, engine, contentHash, value, line }) {
    const { db } = writer;
    const message = await db
      .selectFrom("messages")
      .select("summary")
      .where("user_id", "=", userId)
      .where("id", "=", messageId)
      .executeTakeFirst();
    // The message was deleted in the meantime: its content must not be stored.
    if (message === undefined) return;
    const made = {
      content_hash: contentHash,
      value_json: plainText(value),
      created_at: writer.now,
    };
    await db
      .insertInto("summaries")
      .values({ user_id: userId, message_id: messageId, engine, ...made })
      .onConflict((conflict) =>
        conflict.columns(["user_id", "message_id", "engine"]).doUpdateSet(made),
      )
      .execute();
    if (line === undefined) return;
    const text = plainText(line.text);
    await db
      .updateTable("messages")
      .set({ summary: text, summary_version: line.version })
      .where("user_id", "=", userId)
      .where("id", "=", messageId)
      .execute();
    if (message.summary !== text) await writer.change(userId, "message.changed", [messageId]);
  },
};
