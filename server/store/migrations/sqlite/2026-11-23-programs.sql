-- Tokens for chosen mail accounts, what programs did with them, and their letters that wait for the person. What each
-- column means stands in store/safety-tables.ts.
ALTER TABLE api_tokens ADD COLUMN accounts_json TEXT NOT NULL DEFAULT '';
ALTER TABLE api_tokens ADD COLUMN asks_first INTEGER NOT NULL DEFAULT 0;

CREATE TABLE api_token_calls (
  user_id TEXT NOT NULL DEFAULT '',
  id TEXT NOT NULL DEFAULT '',
  token_id TEXT NOT NULL DEFAULT '',
  what TEXT NOT NULL DEFAULT '',
  account_id TEXT NOT NULL DEFAULT '',
  result TEXT NOT NULL DEFAULT '',
  is_change INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
) STRICT;
CREATE INDEX api_token_calls_kept ON api_token_calls (user_id, token_id, is_change, id);

CREATE TABLE approvals (
  user_id TEXT NOT NULL DEFAULT '',
  id TEXT NOT NULL DEFAULT '',
  account_id TEXT NOT NULL DEFAULT '',
  token_id TEXT NOT NULL DEFAULT '',
  program TEXT NOT NULL DEFAULT '',
  sender TEXT NOT NULL DEFAULT '',
  draft_id TEXT NOT NULL DEFAULT '',
  draft_revision INTEGER NOT NULL DEFAULT 0,
  text TEXT NOT NULL DEFAULT '',
  files_json TEXT NOT NULL DEFAULT '[]',
  expires_at INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
) STRICT;
CREATE INDEX approvals_expiry ON approvals (expires_at);
