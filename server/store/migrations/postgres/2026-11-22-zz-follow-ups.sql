-- What a person wants to be reminded of, and answers that wait for them. What each column means stands in
-- store/follow-up-tables.ts.

CREATE TABLE follow_up_settings (
  user_id text NOT NULL DEFAULT '',
  settings_json text NOT NULL DEFAULT '{}',
  PRIMARY KEY (user_id)
);

CREATE TABLE follow_up_choices (
  user_id text NOT NULL DEFAULT '',
  thread_id text NOT NULL DEFAULT '',
  put_off_until bigint NOT NULL DEFAULT 0,
  is_off smallint NOT NULL DEFAULT 0,
  chosen_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, thread_id)
);

CREATE TABLE follow_up_returns (
  user_id text NOT NULL DEFAULT '',
  thread_id text NOT NULL DEFAULT '',
  since bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, thread_id)
);

CREATE TABLE prepared_answers (
  user_id text NOT NULL DEFAULT '',
  message_id text NOT NULL DEFAULT '',
  text text NOT NULL DEFAULT '',
  version integer NOT NULL DEFAULT 0,
  is_dropped smallint NOT NULL DEFAULT 0,
  created_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, message_id)
);

CREATE INDEX prepared_answers_ready ON prepared_answers (user_id, created_at)
  WHERE text <> '' AND is_dropped = 0;
