import type { ThreadId, UserId } from "@inlet/contract/ids.ts";
import type { Reader } from "./database.ts";
import type { FollowUpChoiceRow } from "./follow-up-tables.ts";
import type { Writer } from "./writer.ts";

/** JSON of what the person has chosen, "{}" before the first choice. */
export async function followUpSettingsOf(reader: Reader, userId: UserId): Promise<string> {
  const row = await reader
    .selectFrom("follow_up_settings")
    .select("settings_json")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.settings_json ?? "{}";
}

/** What the person said of the reminders of conversations, the latest first. */
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

/** What was said of a part holds for the whole. */
export async function joinFollowUpChoices(
  { db }: Pick<Writer, "db">,
  userId: UserId,
  from: ThreadId,
  to: ThreadId,
): Promise<void> {
  const row = await db
    .selectFrom("follow_up_choices")
    .selectAll()
    .where("user_id", "=", userId)
    .where("thread_id", "=", from)
    .executeTakeFirst();
  if (row === undefined) return;
  await db
    .insertInto("follow_up_choices")
    .values({ ...row, thread_id: to })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .deleteFrom("follow_up_choices")
    .where("user_id", "=", userId)
    .where("thread_id", "=", from)
    .execute();
}
