import type { LabelColor } from "@inlet/contract/mail/filing.ts";
import type { UserId } from "@inlet/contract/ids.ts";
import { keywordOf } from "./keywords.ts";
import type { LabelRow } from "../messages/filing-schema.ts";
import type { Command } from "#/store/commands/command.ts";

export interface LabelChange {
  userId: UserId;
  name: string;
  newName?: string;
  color?: LabelColor;
}

/** Creates or changes a label; another command changes its messages. Returns null if another label has the new name. */
export const saveLabel: Command<LabelChange, LabelRow | null> = {
  durable: true,
  async run(writer, { userId, name, newName = name, color }) {
    const { db, now } = writer;
    await writer.lock(userId);
    const keys = [name.toLowerCase(), newName.toLowerCase()];
    const rows = await db
      .selectFrom("labels")
      .selectAll()
      .where("user_id", "=", userId)
      .where("name_key", "in", keys)
      .execute();
    const known = rows.find((row) => row.name_key === keys[0]);
    const isOther = keys[0] !== keys[1];
    if (isOther && rows.some((row) => row.name_key === keys[1])) return null;
    const saved: LabelRow = {
      user_id: userId,
      name_key: newName.toLowerCase(),
      name: newName,
      // Keywords are case-insensitive, so the spelling on the servers stays.
      keyword: known && !isOther ? known.keyword : keywordOf(newName),
      color: color ?? known?.color ?? "default",
      created_at: known?.created_at ?? now,
    };
    if (known) {
      await db
        .deleteFrom("labels")
        .where("user_id", "=", userId)
        .where("name_key", "=", known.name_key)
        .execute();
    }
    await db.insertInto("labels").values(saved).execute();
    await writer.change(userId, "label.changed", [name]);
    return saved;
  },
};

/** Deletes a label; another command removes it from the messages. */
export const removeLabel: Command<{ userId: UserId; name: string }, void> = {
  durable: true,
  async run(writer, { userId, name }) {
    await writer.lock(userId);
    await writer.db
      .deleteFrom("labels")
      .where("user_id", "=", userId)
      .where("name_key", "=", name.toLowerCase())
      .execute();
    await writer.change(userId, "label.changed", [name]);
  },
};
