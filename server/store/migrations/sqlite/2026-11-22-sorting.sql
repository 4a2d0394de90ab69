-- What was found out about messages, and what a person taught. What each column means stands in store/sorting-tables.ts.

CREATE TABLE classifications (
  user_id TEXT NOT NULL DEFAULT '',
  message_id TEXT NOT NULL DEFAULT '',
  version TEXT NOT NULL DEFAULT '',
  category TEXT NOT NULL DEFAULT '',
  priority TEXT NOT NULL DEFAULT '',
  reason_json TEXT NOT NULL DEFAULT '{}',
  turn TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, message_id)
) STRICT;

CREATE TABLE unsorted_messages (
  user_id TEXT NOT NULL DEFAULT '',
  message_id TEXT NOT NULL DEFAULT '',
  account_id TEXT NOT NULL DEFAULT '',
  date_key INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, message_id)
) STRICT;

CREATE TABLE sorting_lessons (
  user_id TEXT NOT NULL DEFAULT '',
  message_id TEXT NOT NULL DEFAULT '',
  category TEXT NOT NULL DEFAULT '',
  priority TEXT NOT NULL DEFAULT '',
  features_json TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, message_id)
) STRICT;

CREATE TABLE sorting_weights (
  user_id TEXT NOT NULL DEFAULT '',
  weights_json TEXT NOT NULL DEFAULT '{}',
  version TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (user_id)
) STRICT;

CREATE TABLE sender_sorting (
  user_id TEXT NOT NULL DEFAULT '',
  address TEXT NOT NULL DEFAULT '',
  category TEXT NOT NULL DEFAULT '',
  priority TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, address)
) STRICT;

CREATE INDEX unsorted_messages_newest ON unsorted_messages (user_id, account_id, date_key);
CREATE INDEX classifications_turn ON classifications (user_id, turn) WHERE turn <> '';

-- What is there already is sorted when the engine starts.
INSERT INTO unsorted_messages (user_id, message_id, account_id, date_key)
  SELECT user_id, id, account_id, date_key FROM messages;
