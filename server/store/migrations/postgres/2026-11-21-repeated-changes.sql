-- Changes of mail that were asked for under a key. What each column means stands in store/filing-tables.ts.
CREATE TABLE keyed_changes (
  user_id text NOT NULL DEFAULT '',
  key text NOT NULL DEFAULT '',
  request_hash text NOT NULL DEFAULT '',
  count bigint NOT NULL DEFAULT 0,
  is_changed bigint NOT NULL DEFAULT 0,
  created_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, key)
);

CREATE INDEX keyed_changes_age ON keyed_changes (created_at);
