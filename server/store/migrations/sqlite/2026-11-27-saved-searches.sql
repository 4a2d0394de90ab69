-- Searches that a person asks for again and again. What each column means stands in store/saved-search-tables.ts.
CREATE TABLE saved_searches (
  user_id TEXT NOT NULL DEFAULT '',
  id TEXT NOT NULL DEFAULT '',
  name TEXT NOT NULL DEFAULT '',
  query TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL DEFAULT 0,
  updated_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
) STRICT;
