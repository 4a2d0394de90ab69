-- Which version of the reader read a message (store/older-messages.ts); 0: an earlier one, it is to be read again.
ALTER TABLE messages ADD COLUMN read_version INTEGER NOT NULL DEFAULT 0;
CREATE INDEX messages_older ON messages (user_id, account_id, date_key) WHERE read_version < 1;
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('messages', 'messages_older', '1000 250 200 1');

-- How many messages were to be read again when that began, and how many still are; 0 when none are.
ALTER TABLE account_sync ADD COLUMN older_count INTEGER NOT NULL DEFAULT 0;
ALTER TABLE account_sync ADD COLUMN older_left INTEGER NOT NULL DEFAULT 0;
