-- What becomes of outgoing mail, and what arriving mail says about it. The columns are explained in store/tables.ts.

ALTER TABLE outbox ADD COLUMN purpose TEXT NOT NULL DEFAULT 'mail';
ALTER TABLE outbox ADD COLUMN request_hash TEXT NOT NULL DEFAULT '';
ALTER TABLE outbox ADD COLUMN renamed_to TEXT NOT NULL DEFAULT '';
ALTER TABLE outbox ADD COLUMN bounces_json TEXT NOT NULL DEFAULT '[]';
ALTER TABLE outbox ADD COLUMN dismissed_at INTEGER NOT NULL DEFAULT 0;

CREATE INDEX outbox_header ON outbox (user_id, message_id_header);
CREATE INDEX outbox_renamed ON outbox (user_id, renamed_to)
  WHERE renamed_to <> '';
CREATE INDEX outbox_open ON outbox (user_id, created_at)
  WHERE dismissed_at = 0 AND (state IN ('queued', 'sending', 'failed', 'unknown') OR bounces_json <> '[]');

CREATE TABLE user_preferences (
  user_id TEXT NOT NULL DEFAULT '',
  preferences_json TEXT NOT NULL DEFAULT '{}',
  PRIMARY KEY (user_id)
) STRICT;
