-- What mail is found by besides its words: kinds and names of files, links, lists, whom it was handed to, and copies.
CREATE TABLE search_marks (
  user_id TEXT NOT NULL DEFAULT '',
  mark TEXT NOT NULL DEFAULT '',
  date_key INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, mark, date_key)
) STRICT, WITHOUT ROWID;

CREATE INDEX search_marks_message ON search_marks (user_id, date_key);

-- 0: it was there before the marks, and waits for its own.
ALTER TABLE messages ADD COLUMN marks_version INTEGER NOT NULL DEFAULT 0;
CREATE INDEX messages_unmarked ON messages (date_key) WHERE marks_version = 0;

-- What was answered, as store/answered.ts asks for it.
CREATE INDEX messages_answered ON messages (user_id, date_key)
  WHERE instr(flags_json, '\Answered"') > 0;
CREATE INDEX messages_size ON messages (user_id, size_bytes, date_key);

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('messages', 'messages_unmarked', '1000 1'),
  ('messages', 'messages_answered', '30000 7500 1'),
  ('messages', 'messages_size', '1000000 250000 20 1'),
  ('search_marks', 'search_marks', '3000000 750000 1000 1'),
  ('search_marks', 'search_marks_message', '3000000 750000 3');
