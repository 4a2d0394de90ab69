-- Who people are at providers where they sign in. What each column means stands in store/safety-tables.ts.
CREATE TABLE connected_sign_ins (
  user_id text NOT NULL DEFAULT '',
  id text NOT NULL DEFAULT '',
  provider text NOT NULL DEFAULT '',
  issuer text NOT NULL DEFAULT '',
  subject text NOT NULL DEFAULT '',
  address text NOT NULL DEFAULT '',
  created_at bigint NOT NULL DEFAULT 0,
  last_used_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
);
CREATE UNIQUE INDEX connected_sign_ins_identity ON connected_sign_ins (issuer, subject);
