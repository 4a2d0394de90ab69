import type { UserId } from "@inlet/contract/ids.ts";
import type { Reader } from "#/store/engine/database.ts";
import type { SavedSearchRow } from "./schema.ts";

/** Returns the user's saved searches by name. */
export async function savedSearchesOf(reader: Reader, userId: UserId): Promise<SavedSearchRow[]> {
  const rows = await reader
    .selectFrom("saved_searches")
    .selectAll()
    .where("user_id", "=", userId)
    .execute();
  // The engines collate names differently. No two names are equal.
  return rows.toSorted((one, other) => one.name.localeCompare(other.name, "en"));
}
