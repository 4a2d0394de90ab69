-- Who failed to sign in, of all processes together. What each column means stands in store/safety-tables.ts.
CREATE TABLE failed_sign_ins (
  key_hash TEXT NOT NULL DEFAULT '',
  id TEXT NOT NULL DEFAULT '',
  failed_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (key_hash, id)
) STRICT;
CREATE INDEX failed_sign_ins_by_time ON failed_sign_ins (failed_at);
