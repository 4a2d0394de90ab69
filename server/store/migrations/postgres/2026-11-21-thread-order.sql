-- A list by conversations looks for what is newer in each. SQLite's index ends in the date anyway: it is the row's number.

DROP INDEX messages_thread;
CREATE INDEX messages_thread ON messages (user_id, thread_id, date_key);
