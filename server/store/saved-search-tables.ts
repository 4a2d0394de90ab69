import type { SavedSearchId, UserId } from "@inlet/contract/ids.ts";

/** Of the tables that of searches which are kept. */
export interface SavedSearchTables {
  saved_searches: SavedSearchRow;
}

export interface SavedSearchRow {
  user_id: UserId;
  id: SavedSearchId;
  /** No two of a person have the same, whatever its case. */
  name: string;
  /** As it stands in the search box. */
  query: string;
  created_at: number;
  updated_at: number;
}
