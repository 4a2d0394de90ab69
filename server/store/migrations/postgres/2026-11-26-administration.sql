-- What administrators decide: who is let in, by which invitation, and how registration stands.
ALTER TABLE users ADD COLUMN disabled_at bigint NOT NULL DEFAULT 0;

-- Every job that is taken asks who is kept out: nobody, as a rule.
CREATE INDEX users_disabled ON users (disabled_at) WHERE disabled_at > 0;

CREATE TABLE signup_invitations (
  id text NOT NULL PRIMARY KEY,
  token_hash text NOT NULL DEFAULT '',
  email text NOT NULL DEFAULT '',
  created_at bigint NOT NULL DEFAULT 0,
  expires_at bigint NOT NULL DEFAULT 0
);

CREATE UNIQUE INDEX signup_invitations_token ON signup_invitations (token_hash);

CREATE TABLE server_settings (
  name text NOT NULL PRIMARY KEY,
  value text NOT NULL DEFAULT ''
);

-- Why the last try of a job failed, and how often in a row: gone with the job.
ALTER TABLE jobs ADD COLUMN error_code text NOT NULL DEFAULT '';
ALTER TABLE jobs ADD COLUMN failures bigint NOT NULL DEFAULT 0;
ALTER TABLE jobs ADD COLUMN failed_at bigint NOT NULL DEFAULT 0;

CREATE INDEX jobs_failed ON jobs (failed_at) WHERE failed_at > 0;
