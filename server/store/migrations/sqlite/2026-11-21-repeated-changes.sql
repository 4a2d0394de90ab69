-- Changes of mail that were asked for under a key. What each column means stands in store/filing-tables.ts.
CREATE TABLE keyed_changes (
  user_id TEXT NOT NULL DEFAULT '',
  key TEXT NOT NULL DEFAULT '',
  request_hash TEXT NOT NULL DEFAULT '',
  count INTEGER NOT NULL DEFAULT 0,
  is_changed INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, key)
) STRICT;

CREATE INDEX keyed_changes_age ON keyed_changes (created_at);
