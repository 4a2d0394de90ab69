-- What was done that matters to somebody's safety: entries are added, each with the hash of the one before.
CREATE TABLE audit_log (
  seq bigint NOT NULL PRIMARY KEY,
  created_at bigint NOT NULL,
  kind text NOT NULL,
  user_id text NOT NULL DEFAULT '',
  actor_id text NOT NULL DEFAULT '',
  before_id text NOT NULL DEFAULT '',
  after_id text NOT NULL DEFAULT '',
  details_hash text NOT NULL DEFAULT '',
  previous_hash text NOT NULL,
  hash text NOT NULL
);

CREATE INDEX audit_log_of_user ON audit_log (user_id, seq);

-- What is personal about them, which goes with the person.
CREATE TABLE audit_details (
  user_id text NOT NULL,
  seq bigint NOT NULL,
  created_at bigint NOT NULL,
  salt text NOT NULL,
  address text NOT NULL DEFAULT '',
  program_id text NOT NULL DEFAULT '',
  label text NOT NULL DEFAULT '',
  PRIMARY KEY (user_id, seq)
);

CREATE INDEX audit_details_by_age ON audit_details (created_at);
CREATE INDEX audit_details_by_seq ON audit_details (seq);

-- Where the chain ends: whoever adds an entry holds this row until it stands.
CREATE TABLE audit_head (
  id bigint NOT NULL PRIMARY KEY,
  seq bigint NOT NULL,
  hash text NOT NULL
);

INSERT INTO audit_head (id, seq, hash) VALUES (1, 0, '');
