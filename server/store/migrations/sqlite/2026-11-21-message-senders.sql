-- Senders whose mail goes to Spam. What each column means stands in store/tables.ts.
CREATE TABLE blocked_senders (
  user_id TEXT NOT NULL DEFAULT '',
  address TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, address)
) STRICT;
