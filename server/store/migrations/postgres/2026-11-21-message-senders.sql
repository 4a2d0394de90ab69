-- Senders whose mail goes to Spam. What each column means stands in store/tables.ts.
CREATE TABLE blocked_senders (
  user_id text NOT NULL DEFAULT '',
  address text NOT NULL DEFAULT '',
  created_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, address)
);
