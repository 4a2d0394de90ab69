-- Keys on people's devices that sign in without a password. What each column means stands in store/safety-tables.ts.
CREATE TABLE passkeys (
  user_id TEXT NOT NULL DEFAULT '',
  id TEXT NOT NULL DEFAULT '',
  credential_id TEXT NOT NULL DEFAULT '',
  public_key TEXT NOT NULL DEFAULT '',
  counter INTEGER NOT NULL DEFAULT 0,
  rp_id TEXT NOT NULL DEFAULT '',
  name TEXT NOT NULL DEFAULT '',
  transports_json TEXT NOT NULL DEFAULT '[]',
  created_at INTEGER NOT NULL DEFAULT 0,
  last_used_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
) STRICT;
CREATE UNIQUE INDEX passkeys_credential ON passkeys (credential_id);
