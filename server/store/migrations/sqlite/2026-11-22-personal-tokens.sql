-- Bearers that people give to programs. What each column means stands in store/safety-tables.ts.
CREATE TABLE api_tokens (
  user_id TEXT NOT NULL DEFAULT '',
  id TEXT NOT NULL DEFAULT '',
  name TEXT NOT NULL DEFAULT '',
  token_hash TEXT NOT NULL DEFAULT '',
  scopes_json TEXT NOT NULL DEFAULT '[]',
  created_at INTEGER NOT NULL DEFAULT 0,
  expires_at INTEGER NOT NULL DEFAULT 0,
  last_used_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
) STRICT;
CREATE UNIQUE INDEX api_tokens_token ON api_tokens (token_hash);
