-- Bytes of the file, which count for its user while the import runs.
ALTER TABLE imports ADD COLUMN size_bytes bigint NOT NULL DEFAULT 0;
