import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import { sql } from "kysely";
import { storeFlags } from "./change-flags.ts";
import { locationsOfAll } from "./change-messages.ts";
import { findTargets } from "../locations/move-targets.ts";
import { moveLocation } from "../locations/move-location.ts";
import { refreshMessages } from "./refresh-messages.ts";
import { nextListKeys } from "./list-keys.ts";
import { show } from "./snooze-messages.ts";
import { settleDuplicates } from "../locations/duplicates.ts";
import type { Writer } from "../engine/writer.ts";
import { again, type Command } from "#/store/commands/command.ts";

const slice = 100;

/** Returns snoozed messages whose time has come: unread, at the top of the inbox. Queues a job for the next one. */
export const returnSnoozed: Command<{ userId: UserId }, void> = {
  durable: true,
  async run(writer, { userId }) {
    const { db, now } = writer;
    await writer.lock(userId);
    const due = await db
      .selectFrom("messages")
      .select(["id", "twin_key"])
      .where("user_id", "=", userId)
      .where("snoozed_until", ">", sql.lit(0))
      .where("snoozed_until", "<=", now)
      .orderBy("snoozed_until")
      .limit(slice)
      .execute();
    if (due.length > 0) await bringBack(writer, userId, due);
    if (due.length === slice) return again;
    const next = await db
      .selectFrom("messages")
      .select("snoozed_until")
      .where("user_id", "=", userId)
      .where("snoozed_until", ">", sql.lit(0))
      .orderBy("snoozed_until")
      .limit(1)
      .executeTakeFirst();
    if (next) await writer.job("return-snoozed", userId, userId, next.snoozed_until);
  },
};

async function bringBack(
  writer: Writer,
  userId: UserId,
  due: readonly { id: MessageId; twin_key: string }[],
): Promise<void> {
  const { db } = writer;
  const ids = due.map(({ id }) => id);
  const hidden = (await locationsOfAll(writer, userId, ids)).filter(
    ({ role }) => role === "snoozed",
  );
  const back = [...new Set(hidden.map((location) => location.message_id))];
  const keys = await nextListKeys(writer, userId, back.length);
  for (const [index, id] of back.entries()) {
    const key = keys[index];
    if (key === undefined) continue;
    const own = { list_key: key };
    await db
      .updateTable("messages")
      .set(own)
      .where("user_id", "=", userId)
      .where("id", "=", id)
      .execute();
    await db
      .updateTable("message_locations")
      .set({ date_key: key })
      .where("user_id", "=", userId)
      .where("message_id", "=", id)
      .execute();
  }
  await db
    .updateTable("messages")
    .set({ snoozed_until: 0 })
    .where("user_id", "=", userId)
    .where("id", "in", ids)
    .execute();
  await show(writer, userId, ids);
  // Flags before moves: a moved message's flags are pushed under its old location first.
  const returned = new Set(back);
  const shown = (await locationsOfAll(writer, userId, back)).filter((location) =>
    hidden.some((one) => one.folder_id === location.folder_id && one.uid === location.uid),
  );
  await storeFlags(writer, userId, shown, () => ({ kind: "flags", add: [], remove: ["\\Seen"] }));
  const inboxOf = findTargets(writer, userId, { role: "inbox" });
  for (const location of await locationsOfAll(writer, userId, back)) {
    const isHere = shown.some(
      (one) => one.folder_id === location.folder_id && one.uid === location.uid,
    );
    const inbox = await inboxOf(location.account_id);
    if (isHere && inbox && location.folder_id !== inbox.id) {
      await moveLocation(writer, location, inbox);
    }
  }
  const { gone } = await refreshMessages(writer, userId, ids);
  const settled = await settleDuplicates(writer, userId, ids);
  await writer.change(userId, "message.gone", gone);
  await writer.change(userId, "message.arrived", back);
  const others = [...ids, ...settled].filter((id) => !returned.has(id));
  await writer.change(userId, "message.changed", [...new Set(others)]);
}
