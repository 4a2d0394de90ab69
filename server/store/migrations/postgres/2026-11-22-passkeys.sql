-- Keys on people's devices that sign in without a password. What each column means stands in store/safety-tables.ts.
CREATE TABLE passkeys (
  user_id text NOT NULL DEFAULT '',
  id text NOT NULL DEFAULT '',
  credential_id text NOT NULL DEFAULT '',
  public_key text NOT NULL DEFAULT '',
  counter bigint NOT NULL DEFAULT 0,
  rp_id text NOT NULL DEFAULT '',
  name text NOT NULL DEFAULT '',
  transports_json text NOT NULL DEFAULT '[]',
  created_at bigint NOT NULL DEFAULT 0,
  last_used_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
);
CREATE UNIQUE INDEX passkeys_credential ON passkeys (credential_id);
