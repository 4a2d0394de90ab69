-- How old a password is, and the second step of signing in.

ALTER TABLE users ADD COLUMN password_changed_at INTEGER NOT NULL DEFAULT 0;
UPDATE users SET password_changed_at = created_at;

CREATE TABLE authenticators (
  user_id TEXT NOT NULL DEFAULT '',
  secret TEXT NOT NULL DEFAULT '',
  is_confirmed INTEGER NOT NULL DEFAULT 0,
  last_step INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id)
) STRICT;

CREATE TABLE recovery_codes (
  user_id TEXT NOT NULL DEFAULT '',
  code_hash TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (user_id, code_hash)
) STRICT;
