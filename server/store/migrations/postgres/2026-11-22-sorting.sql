-- What was found out about messages, and what a person taught. What each column means stands in store/sorting-tables.ts.

CREATE TABLE classifications (
  user_id text NOT NULL DEFAULT '',
  message_id text NOT NULL DEFAULT '',
  version text NOT NULL DEFAULT '',
  category text NOT NULL DEFAULT '',
  priority text NOT NULL DEFAULT '',
  reason_json text NOT NULL DEFAULT '{}',
  turn text NOT NULL DEFAULT '',
  created_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, message_id)
);

CREATE TABLE unsorted_messages (
  user_id text NOT NULL DEFAULT '',
  message_id text NOT NULL DEFAULT '',
  account_id text NOT NULL DEFAULT '',
  date_key bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, message_id)
);

CREATE TABLE sorting_lessons (
  user_id text NOT NULL DEFAULT '',
  message_id text NOT NULL DEFAULT '',
  category text NOT NULL DEFAULT '',
  priority text NOT NULL DEFAULT '',
  features_json text NOT NULL DEFAULT '',
  created_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, message_id)
);

CREATE TABLE sorting_weights (
  user_id text NOT NULL DEFAULT '',
  weights_json text NOT NULL DEFAULT '{}',
  version text NOT NULL DEFAULT '',
  PRIMARY KEY (user_id)
);

CREATE TABLE sender_sorting (
  user_id text NOT NULL DEFAULT '',
  address text NOT NULL DEFAULT '',
  category text NOT NULL DEFAULT '',
  priority text NOT NULL DEFAULT '',
  created_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, address)
);

CREATE INDEX unsorted_messages_newest ON unsorted_messages (user_id, account_id, date_key);
CREATE INDEX classifications_turn ON classifications (user_id, turn) WHERE turn <> '';

-- What is there already is sorted when the engine starts.
INSERT INTO unsorted_messages (user_id, message_id, account_id, date_key)
  SELECT user_id, id, account_id, date_key FROM messages;
