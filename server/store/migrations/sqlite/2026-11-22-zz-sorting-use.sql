-- What a person did with mail soon after it came. What each column means stands in store/sorting-tables.ts.
CREATE TABLE sorting_uses (
  user_id TEXT NOT NULL DEFAULT '',
  message_id TEXT NOT NULL DEFAULT '',
  act TEXT NOT NULL DEFAULT '',
  signals_json TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, message_id, act)
) STRICT;
