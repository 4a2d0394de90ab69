import type { UserId } from "@inlet/contract/ids.ts";
import type { Reader } from "./database.ts";
import type { SavedSearchRow } from "./saved-search-tables.ts";

/** The person's saved searches, by their names. */
export async function savedSearchesOf(reader: Reader, userId: UserId): Promise<SavedSearchRow[]> {
  const rows = await reader
    .selectFrom("saved_searches")
    .selectAll()
    .where("user_id", "=", userId)
    .execute();
  // The engines sort letters differently, and no two names are the same.
  return rows.toSorted((one, other) => one.name.localeCompare(other.name, "en"));
}
