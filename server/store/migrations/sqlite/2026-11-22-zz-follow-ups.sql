-- What a person wants to be reminded of, and answers that wait for them. What each column means stands in
-- store/follow-up-tables.ts.

CREATE TABLE follow_up_settings (
  user_id TEXT NOT NULL DEFAULT '',
  settings_json TEXT NOT NULL DEFAULT '{}',
  PRIMARY KEY (user_id)
) STRICT;

CREATE TABLE follow_up_choices (
  user_id TEXT NOT NULL DEFAULT '',
  thread_id TEXT NOT NULL DEFAULT '',
  put_off_until INTEGER NOT NULL DEFAULT 0,
  is_off INTEGER NOT NULL DEFAULT 0,
  chosen_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, thread_id)
) STRICT;

CREATE TABLE follow_up_returns (
  user_id TEXT NOT NULL DEFAULT '',
  thread_id TEXT NOT NULL DEFAULT '',
  since INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, thread_id)
) STRICT;

CREATE TABLE prepared_answers (
  user_id TEXT NOT NULL DEFAULT '',
  message_id TEXT NOT NULL DEFAULT '',
  text TEXT NOT NULL DEFAULT '',
  version INTEGER NOT NULL DEFAULT 0,
  is_dropped INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, message_id)
) STRICT;

CREATE INDEX prepared_answers_ready ON prepared_answers (user_id, created_at)
  WHERE text <> '' AND is_dropped = 0;
