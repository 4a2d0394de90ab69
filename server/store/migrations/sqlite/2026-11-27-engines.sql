-- Processes that follow mailboxes and do jobs, each as long as it says so. A file has one, which needs no word.
CREATE TABLE engines (
  holder TEXT NOT NULL PRIMARY KEY,
  -- By the clock of the database.
  held_until INTEGER NOT NULL
) STRICT;
-- Which of them works for a person; none while the holder is "".
CREATE TABLE engine_leases (
  user_id TEXT NOT NULL PRIMARY KEY,
  holder TEXT NOT NULL,
  -- Another one with each holder: who was overtaken finds a higher one.
  fence INTEGER NOT NULL
) STRICT;
CREATE INDEX engine_leases_holder ON engine_leases (holder);
INSERT INTO engine_leases (user_id, holder, fence) SELECT id, '', 0 FROM users;
