-- Senders whose pictures are always loaded. What each column means stands in store/tables.ts.
CREATE TABLE trusted_senders (
  user_id TEXT NOT NULL DEFAULT '',
  address TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, address)
) STRICT;
