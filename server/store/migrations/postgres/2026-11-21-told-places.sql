-- What mail servers were told just now. What each column means stands in store/filing-tables.ts.

CREATE TABLE told_places (
  user_id text NOT NULL DEFAULT '',
  account_id text NOT NULL DEFAULT '',
  folder_id text NOT NULL DEFAULT '',
  uid bigint NOT NULL DEFAULT 0,
  told_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, folder_id, uid)
);

CREATE INDEX told_places_age ON told_places (user_id, told_at);
