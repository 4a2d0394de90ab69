-- What people asked the assistant. What each column means stands in store/assistant-tables.ts.
CREATE TABLE chat_turns (
  user_id TEXT NOT NULL DEFAULT '',
  id TEXT NOT NULL DEFAULT '',
  query TEXT NOT NULL DEFAULT '',
  answer_json TEXT NOT NULL DEFAULT '{}',
  created_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
) STRICT;
