import type { UserId } from "@inlet/contract/ids.ts";
import type { Reader } from "./database.ts";

/** JSON of what the person has chosen, "{}" before the first choice. */
export async function preferencesOf(reader: Reader, userId: UserId): Promise<string> {
  const row = await reader
    .selectFrom("user_preferences")
    .select("preferences_json")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.preferences_json ?? "{}";
}
