-- Senders whose pictures are always loaded. What each column means stands in store/tables.ts.
CREATE TABLE trusted_senders (
  user_id text NOT NULL DEFAULT '',
  address text NOT NULL DEFAULT '',
  created_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, address)
);
