-- Who failed to sign in, of all processes together. What each column means stands in store/safety-tables.ts.
CREATE TABLE failed_sign_ins (
  key_hash text NOT NULL DEFAULT '',
  id text NOT NULL DEFAULT '',
  failed_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (key_hash, id)
);
CREATE INDEX failed_sign_ins_by_time ON failed_sign_ins (failed_at);
