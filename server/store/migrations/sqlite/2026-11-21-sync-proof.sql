-- What the proof of a folder, Gmail's ids and the depth of an account need. The columns' meaning: store/tables.ts.

ALTER TABLE folders ADD COLUMN mailbox_id TEXT NOT NULL DEFAULT '';
ALTER TABLE folders ADD COLUMN is_excluded INTEGER NOT NULL DEFAULT 0;
ALTER TABLE folders ADD COLUMN is_unstable INTEGER NOT NULL DEFAULT 0;
ALTER TABLE folders ADD COLUMN is_view INTEGER NOT NULL DEFAULT 0;
ALTER TABLE folders ADD COLUMN outside_count INTEGER NOT NULL DEFAULT 0;
ALTER TABLE folders ADD COLUMN size_bytes INTEGER NOT NULL DEFAULT 0;

ALTER TABLE messages ADD COLUMN provider_id TEXT NOT NULL DEFAULT '';
CREATE INDEX messages_provider ON messages (user_id, account_id, provider_id)
  WHERE provider_id <> '';
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('messages', 'messages_provider', '900000 250000 80000 1');

CREATE TABLE account_sync (
  user_id TEXT NOT NULL DEFAULT '',
  account_id TEXT NOT NULL DEFAULT '',
  sync_months INTEGER NOT NULL DEFAULT 0,
  traffic_day TEXT NOT NULL DEFAULT '',
  traffic_bytes INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, account_id)
) STRICT;
