-- Bytes of the file, which count for its user while the import runs.
ALTER TABLE imports ADD COLUMN size_bytes INTEGER NOT NULL DEFAULT 0;
