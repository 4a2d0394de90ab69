-- Tokens for chosen mail accounts, what programs did with them, and their letters that wait for the person. What each
-- column means stands in store/safety-tables.ts.
ALTER TABLE api_tokens ADD COLUMN accounts_json text NOT NULL DEFAULT '';
ALTER TABLE api_tokens ADD COLUMN asks_first smallint NOT NULL DEFAULT 0;

CREATE TABLE api_token_calls (
  user_id text NOT NULL DEFAULT '',
  id text NOT NULL DEFAULT '',
  token_id text NOT NULL DEFAULT '',
  what text NOT NULL DEFAULT '',
  account_id text NOT NULL DEFAULT '',
  result text NOT NULL DEFAULT '',
  is_change smallint NOT NULL DEFAULT 0,
  created_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
);
CREATE INDEX api_token_calls_kept ON api_token_calls (user_id, token_id, is_change, id);

CREATE TABLE approvals (
  user_id text NOT NULL DEFAULT '',
  id text NOT NULL DEFAULT '',
  account_id text NOT NULL DEFAULT '',
  token_id text NOT NULL DEFAULT '',
  program text NOT NULL DEFAULT '',
  sender text NOT NULL DEFAULT '',
  draft_id text NOT NULL DEFAULT '',
  draft_revision bigint NOT NULL DEFAULT 0,
  text text NOT NULL DEFAULT '',
  files_json text NOT NULL DEFAULT '[]',
  expires_at bigint NOT NULL DEFAULT 0,
  created_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
);
CREATE INDEX approvals_expiry ON approvals (expires_at);
