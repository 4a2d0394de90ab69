-- Who people are at providers where they sign in. What each column means stands in store/safety-tables.ts.
CREATE TABLE connected_sign_ins (
  user_id TEXT NOT NULL DEFAULT '',
  id TEXT NOT NULL DEFAULT '',
  provider TEXT NOT NULL DEFAULT '',
  issuer TEXT NOT NULL DEFAULT '',
  subject TEXT NOT NULL DEFAULT '',
  address TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL DEFAULT 0,
  last_used_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
) STRICT;
CREATE UNIQUE INDEX connected_sign_ins_identity ON connected_sign_ins (issuer, subject);
