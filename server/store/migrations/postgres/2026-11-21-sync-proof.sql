-- What the proof of a folder, Gmail's ids and the depth of an account need. The columns' meaning: store/tables.ts.

ALTER TABLE folders ADD COLUMN mailbox_id text NOT NULL DEFAULT '';
ALTER TABLE folders ADD COLUMN is_excluded smallint NOT NULL DEFAULT 0;
ALTER TABLE folders ADD COLUMN is_unstable smallint NOT NULL DEFAULT 0;
ALTER TABLE folders ADD COLUMN is_view smallint NOT NULL DEFAULT 0;
ALTER TABLE folders ADD COLUMN outside_count bigint NOT NULL DEFAULT 0;
ALTER TABLE folders ADD COLUMN size_bytes bigint NOT NULL DEFAULT 0;

ALTER TABLE messages ADD COLUMN provider_id text NOT NULL DEFAULT '';
CREATE INDEX messages_provider ON messages (user_id, account_id, provider_id)
  WHERE provider_id <> '';

CREATE TABLE account_sync (
  user_id text NOT NULL DEFAULT '',
  account_id text NOT NULL DEFAULT '',
  sync_months bigint NOT NULL DEFAULT 0,
  traffic_day text NOT NULL DEFAULT '',
  traffic_bytes bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, account_id)
);
