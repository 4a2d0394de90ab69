import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { line } from "../fields.ts";
import { SavedSearchId } from "../ids.ts";
import { limits } from "../limits.ts";
import { searchLimits } from "./search-limits.ts";

/** A search saved for repeated use; `query` is the text in the search box. */
export const SavedSearch = z.object({
  id: SavedSearchId,
  name: z.string(),
  query: z.string(),
});
export type SavedSearch = z.infer<typeof SavedSearch>;

/** Lists the user's saved searches, by name. */
export const listSavedSearches = endpoint({
  method: "GET",
  path: "/searches",
  access: "user",
  scope: "read",
  input: z.object({}),
  output: z.object({ searches: z.array(SavedSearch) }),
  errors: [],
});

/** Saves a search, or changes its name or query. The page chooses the id of a new one. */
export const saveSearch = endpoint({
  method: "PUT",
  path: "/searches/{id}",
  access: "user",
  scope: "settings",
  input: z.object({
    id: SavedSearchId,
    name: line(searchLimits.savedNameMaxLength).trim(),
    query: line(limits.searchMaxLength).trim(),
  }),
  output: z.object({ search: SavedSearch }),
  errors: [
    "saved_search.name_required",
    "saved_search.name_taken",
    "saved_search.too_many",
    "search.too_short",
    "search.unknown_operator",
    "search.unknown_value",
    "search.too_many",
  ],
});

/** Deletes a saved search. The messages that it finds stay. */
export const removeSavedSearch = endpoint({
  method: "DELETE",
  path: "/searches/{id}",
  access: "user",
  scope: "settings",
  input: z.object({ id: SavedSearchId }),
  output: z.object({ ok: z.literal(true) }),
  errors: [],
});

/** The endpoints of saved searches. */
export const savedSearchApi = {
  "GET /searches": listSavedSearches,
  "PUT /searches/{id}": saveSearch,
  "DELETE /searches/{id}": removeSavedSearch,
} as const;
