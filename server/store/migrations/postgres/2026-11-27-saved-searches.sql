-- Searches that a person asks for again and again. What each column means stands in store/saved-search-tables.ts.
CREATE TABLE saved_searches (
  user_id text NOT NULL DEFAULT '',
  id text NOT NULL DEFAULT '',
  name text NOT NULL DEFAULT '',
  query text NOT NULL DEFAULT '',
  created_at bigint NOT NULL DEFAULT 0,
  updated_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
);
