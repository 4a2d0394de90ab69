import type { ThreadId, UserId } from "@inlet/contract/ids.ts";
import { bit } from "#/store/engine/bit.ts";
import type { Reader } from "#/store/engine/database.ts";
import type { FollowUpChoiceRow } from "./schema.ts";
import type { Writer } from "#/store/engine/writer.ts";

/** Returns the user's choices as JSON; "{}" before the first choice. */
export async function followUpSettingsOf(reader: Reader, userId: UserId): Promise<string> {
  const row = await reader
    .selectFrom("follow_up_settings")
    .select("settings_json")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.settings_json ?? "{}";
}

/** Returns the user's choices about reminders of conversations, the latest first. */
export async function followUpChoicesOf(
  reader: Reader,
  userId: UserId,
): Promise<FollowUpChoiceRow[]> {
  return reader
    .selectFrom("follow_up_choices")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("chosen_at", "desc")
    .execute();
}

/** Merges the choices and returns of two conversations: the stronger choice wins. */
export async function joinFollowUps(
  { db }: Pick<Writer, "db">,
  userId: UserId,
  from: ThreadId,
  to: ThreadId,
): Promise<void> {
  const choices = await db
    .deleteFrom("follow_up_choices")
    .where("user_id", "=", userId)
    .where("thread_id", "in", [from, to])
    .returningAll()
    .execute();
  if (choices.length > 0) {
    await db
      .insertInto("follow_up_choices")
      .values({
        user_id: userId,
        thread_id: to,
        put_off_until: Math.max(...choices.map((one) => one.put_off_until)),
        is_off: bit(choices.some((one) => one.is_off === 1)),
        chosen_at: Math.max(...choices.map((one) => one.chosen_at)),
      })
      .execute();
  }
  const returns = await db
    .deleteFrom("follow_up_returns")
    .where("user_id", "=", userId)
    .where("thread_id", "in", [from, to])
    .returning("since")
    .execute();
  if (returns.length > 0) {
    const since = Math.max(...returns.map((one) => one.since));
    await db
      .insertInto("follow_up_returns")
      .values({ user_id: userId, thread_id: to, since })
      .execute();
  }
}
