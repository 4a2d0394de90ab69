-- What mail servers were told just now. What each column means stands in store/filing-tables.ts.

CREATE TABLE told_places (
  user_id TEXT NOT NULL DEFAULT '',
  account_id TEXT NOT NULL DEFAULT '',
  folder_id TEXT NOT NULL DEFAULT '',
  uid INTEGER NOT NULL DEFAULT 0,
  told_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, folder_id, uid)
) STRICT;

CREATE INDEX told_places_age ON told_places (user_id, told_at);
