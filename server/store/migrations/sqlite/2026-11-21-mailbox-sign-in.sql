-- Mailboxes opened by signing in at their provider, certificates trusted for one account, names for accounts.

ALTER TABLE accounts ADD COLUMN name TEXT NOT NULL DEFAULT '';
ALTER TABLE accounts ADD COLUMN provider TEXT NOT NULL DEFAULT '';
ALTER TABLE accounts ADD COLUMN imap_certificate TEXT NOT NULL DEFAULT '';
ALTER TABLE accounts ADD COLUMN smtp_certificate TEXT NOT NULL DEFAULT '';

CREATE TABLE account_tokens (
  user_id TEXT NOT NULL DEFAULT '',
  account_id TEXT NOT NULL DEFAULT '',
  access_secret TEXT NOT NULL DEFAULT '',
  refresh_secret TEXT NOT NULL DEFAULT '',
  expires_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, account_id)
) STRICT;

CREATE TABLE oauth_flows (
  id TEXT NOT NULL DEFAULT '',
  user_id TEXT NOT NULL DEFAULT '',
  session_id TEXT NOT NULL DEFAULT '',
  secret TEXT NOT NULL DEFAULT '',
  expires_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
) STRICT;
