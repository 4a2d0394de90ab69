-- How many messages of the folder the server counted and did not hand out, when it was last compared.
ALTER TABLE folders ADD COLUMN unreadable_count INTEGER NOT NULL DEFAULT 0;
