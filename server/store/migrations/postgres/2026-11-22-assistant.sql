-- What people asked the assistant. What each column means stands in store/assistant-tables.ts.
CREATE TABLE chat_turns (
  user_id text NOT NULL DEFAULT '',
  id text NOT NULL DEFAULT '',
  query text NOT NULL DEFAULT '',
  answer_json text NOT NULL DEFAULT '{}',
  created_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
);
