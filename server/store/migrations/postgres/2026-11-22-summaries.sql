-- What mails say, made once for each content. What each column means stands in store/summary-tables.ts.
CREATE TABLE summaries (
  user_id text NOT NULL DEFAULT '',
  message_id text NOT NULL DEFAULT '',
  engine text NOT NULL DEFAULT '',
  content_hash text NOT NULL DEFAULT '',
  value_json text NOT NULL DEFAULT '{}',
  created_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, message_id, engine)
);

-- The one line that lists show, and which version of the engine made it: 0 for none yet.
ALTER TABLE messages ADD COLUMN summary text NOT NULL DEFAULT '';
ALTER TABLE messages ADD COLUMN summary_version integer NOT NULL DEFAULT 0;
