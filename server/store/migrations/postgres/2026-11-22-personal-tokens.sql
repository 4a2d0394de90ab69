-- Bearers that people give to programs. What each column means stands in store/safety-tables.ts.
CREATE TABLE api_tokens (
  user_id text NOT NULL DEFAULT '',
  id text NOT NULL DEFAULT '',
  name text NOT NULL DEFAULT '',
  token_hash text NOT NULL DEFAULT '',
  scopes_json text NOT NULL DEFAULT '[]',
  created_at bigint NOT NULL DEFAULT 0,
  expires_at bigint NOT NULL DEFAULT 0,
  last_used_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
);
CREATE UNIQUE INDEX api_tokens_token ON api_tokens (token_hash);
