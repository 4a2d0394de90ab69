import type { UserId } from "@inlet/contract/ids.ts";
import { limits } from "@inlet/contract/limits.ts";
import type { SavedSearch, saveSearch } from "@inlet/contract/mail/saved-searches.ts";
import type { z } from "zod";
import { Failure } from "#/base/failure.ts";
import type { Database, Reader } from "#/store/engine/database.ts";
import type { Execute } from "#/store/commands/command-bus.ts";
import { savedSearchesOf } from "#/store/search/saved-search-queries.ts";
import { readQuery } from "./read-query.ts";

/** Returns the user's saved searches, ordered by name. */
export async function listSavedSearches(reader: Reader, userId: UserId): Promise<SavedSearch[]> {
  const rows = await savedSearchesOf(reader, userId);
  return rows.map(({ id, name, query }) => ({ id, name, query }));
}

/**
 * Saves a valid search. Throws saved_search.name_required, saved_search.name_taken, saved_search.too_many, search.too_short, and
 * the errors of `readQuery`.
 */
export async function storeSearch(
  { database, execute }: { database: Database; execute: Execute },
  userId: UserId,
  search: z.output<typeof saveSearch.input>,
): Promise<SavedSearch> {
  const { id, name, query } = search;
  if (name === "") throw new Failure("saved_search.name_required");
  if (Array.from(query).length < limits.searchMinLength) throw new Failure("search.too_short");
  const known = (await savedSearchesOf(database.reader, userId)).find((row) => row.id === id);
  // A folder that the query names may have been deleted since; renaming the search must work anyway.
  if (known?.query !== query) await readQuery(database.reader, userId, query);
  await execute("search.save", { user_id: userId, id, name, query });
  return search;
}
