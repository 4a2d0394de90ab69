import type { z } from "zod";
import type { SavedSearchId, UserId } from "@inlet/contract/ids.ts";
import type { SavedSearch, saveSearch } from "@inlet/contract/saved-searches.ts";

/** Of the services those around searches that are kept. */
export interface SavedSearchServices {
  list: (userId: UserId) => Promise<SavedSearch[]>;
  /** Fails with the codes of saveSearch. */
  save: (userId: UserId, search: z.output<typeof saveSearch.input>) => Promise<SavedSearch>;
  remove: (userId: UserId, id: SavedSearchId) => Promise<void>;
}
