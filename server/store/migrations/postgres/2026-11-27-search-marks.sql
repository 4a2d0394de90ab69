-- What mail is found by besides its words: kinds and names of files, links, lists, whom it was handed to, and copies.
CREATE TABLE search_marks (
  user_id text NOT NULL,
  mark text COLLATE "C" NOT NULL,
  date_key bigint NOT NULL,
  PRIMARY KEY (user_id, mark, date_key)
);

CREATE INDEX search_marks_message ON search_marks (user_id, date_key);

-- 0: it was there before the marks, and waits for its own.
ALTER TABLE messages ADD COLUMN marks_version smallint NOT NULL DEFAULT 0;
CREATE INDEX messages_unmarked ON messages (date_key) WHERE marks_version = 0;

-- What was answered, as store/answered.ts asks for it.
CREATE INDEX messages_answered ON messages (user_id, date_key)
  WHERE strpos(flags_json, '\Answered"') > 0;
CREATE INDEX messages_size ON messages (user_id, size_bytes, date_key);
