import type { SavedSearchId, UserId } from "@inlet/contract/ids.ts";

/** Table of saved searches. */
export interface SavedSearchTables {
  saved_searches: SavedSearchRow;
}

export interface SavedSearchRow {
  user_id: UserId;
  id: SavedSearchId;
  /** Unique per user, regardless of case. */
  name: string;
  /** The text of the search box. */
  query: string;
  created_at: number;
  updated_at: number;
}
