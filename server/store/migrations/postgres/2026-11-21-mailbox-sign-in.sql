-- Mailboxes opened by signing in at their provider, certificates trusted for one account, names for accounts.

ALTER TABLE accounts ADD COLUMN name text NOT NULL DEFAULT '';
ALTER TABLE accounts ADD COLUMN provider text NOT NULL DEFAULT '';
ALTER TABLE accounts ADD COLUMN imap_certificate text NOT NULL DEFAULT '';
ALTER TABLE accounts ADD COLUMN smtp_certificate text NOT NULL DEFAULT '';

CREATE TABLE account_tokens (
  user_id text NOT NULL DEFAULT '',
  account_id text NOT NULL DEFAULT '',
  access_secret text NOT NULL DEFAULT '',
  refresh_secret text NOT NULL DEFAULT '',
  expires_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, account_id)
);

CREATE TABLE oauth_flows (
  id text NOT NULL DEFAULT '',
  user_id text NOT NULL DEFAULT '',
  session_id text NOT NULL DEFAULT '',
  secret text NOT NULL DEFAULT '',
  expires_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
);
