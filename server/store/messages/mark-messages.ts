import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import { dropMarks, marksVersion, writeMarks } from "../search/index-marks.ts";
import type { Command } from "#/store/commands/command.ts";

export interface Marked {
  userId: UserId;
  /** 200 at most, to avoid delaying interactive commands. */
  messages: { id: MessageId; marks: string[] }[];
}

/**
 * Adds marks to messages that were stored before marks existed; messages that were deleted since, or have them already, are
 * ignored.
 */
export const markMessages: Command<Marked, void> = {
  durable: false,
  bulk: true,
  async run(writer, { userId, messages }) {
    await writer.lock(userId);
    const marksOf = new Map(messages.map(({ id, marks }) => [id, marks]));
    const rows = await writer.db
      .updateTable("messages")
      .set({ marks_version: marksVersion })
      .where("user_id", "=", userId)
      .where("id", "in", [...marksOf.keys()])
      .where("marks_version", "<>", marksVersion)
      .returning(["id", "date_key"])
      .execute();
    await dropMarks(
      writer,
      userId,
      rows.map((row) => row.date_key),
    );
    await writeMarks(
      writer,
      userId,
      rows.map((row) => ({ dateKey: row.date_key, marks: marksOf.get(row.id) ?? [] })),
    );
  },
};
