import type { SavedSearchId, UserId } from "@inlet/contract/ids.ts";

/** Table of saved searches. */
export interface SavedSearchTables {
  saved_searches: SavedSearchRow;
}

export interface SavedSearchRow {
  user_id: UserId;
  id: SavedSearchId;
  /** No two of a person have the same, whatever its case. */
  name: string;
  /** The text of the search box. */
  query: string;
  created_at: number;
  updated_at: number;
}
