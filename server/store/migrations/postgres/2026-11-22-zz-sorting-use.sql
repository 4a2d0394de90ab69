-- What a person did with mail soon after it came. What each column means stands in store/sorting-tables.ts.
CREATE TABLE sorting_uses (
  user_id text NOT NULL DEFAULT '',
  message_id text NOT NULL DEFAULT '',
  act text NOT NULL DEFAULT '',
  signals_json text NOT NULL DEFAULT '',
  created_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, message_id, act)
);
