-- What mails say, made once for each content. What each column means stands in store/summary-tables.ts.
CREATE TABLE summaries (
  user_id TEXT NOT NULL DEFAULT '',
  message_id TEXT NOT NULL DEFAULT '',
  engine TEXT NOT NULL DEFAULT '',
  content_hash TEXT NOT NULL DEFAULT '',
  value_json TEXT NOT NULL DEFAULT '{}',
  created_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, message_id, engine)
) STRICT;

-- The one line that lists show, and which version of the engine made it: 0 for none yet.
ALTER TABLE messages ADD COLUMN summary TEXT NOT NULL DEFAULT '';
ALTER TABLE messages ADD COLUMN summary_version INTEGER NOT NULL DEFAULT 0;
