-- How old a password is, and the second step of signing in.

ALTER TABLE users ADD COLUMN password_changed_at bigint NOT NULL DEFAULT 0;
UPDATE users SET password_changed_at = created_at;

CREATE TABLE authenticators (
  user_id text NOT NULL DEFAULT '',
  secret text NOT NULL DEFAULT '',
  is_confirmed smallint NOT NULL DEFAULT 0,
  last_step bigint NOT NULL DEFAULT 0,
  created_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id)
);

CREATE TABLE recovery_codes (
  user_id text NOT NULL DEFAULT '',
  code_hash text NOT NULL DEFAULT '',
  PRIMARY KEY (user_id, code_hash)
);
