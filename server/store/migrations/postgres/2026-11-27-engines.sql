-- Processes that follow mailboxes and do jobs, each as long as it says so.
CREATE TABLE engines (
  holder text NOT NULL PRIMARY KEY,
  -- By the clock of the database.
  held_until bigint NOT NULL
);
-- Which of them works for a person; none while the holder is "".
CREATE TABLE engine_leases (
  user_id text NOT NULL PRIMARY KEY,
  holder text NOT NULL,
  -- Another one with each holder: who was overtaken finds a higher one.
  fence bigint NOT NULL
);
CREATE INDEX engine_leases_holder ON engine_leases (holder);
INSERT INTO engine_leases (user_id, holder, fence) SELECT id, '', 0 FROM users;
