-- What was done that matters to somebody's safety: entries are added, each with the hash of the one before.
CREATE TABLE audit_log (
  seq INTEGER NOT NULL PRIMARY KEY,
  created_at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  user_id TEXT NOT NULL DEFAULT '',
  actor_id TEXT NOT NULL DEFAULT '',
  before_id TEXT NOT NULL DEFAULT '',
  after_id TEXT NOT NULL DEFAULT '',
  details_hash TEXT NOT NULL DEFAULT '',
  previous_hash TEXT NOT NULL,
  hash TEXT NOT NULL
) STRICT;

CREATE INDEX audit_log_of_user ON audit_log (user_id, seq);

-- What is personal about them, which goes with the person.
CREATE TABLE audit_details (
  user_id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  salt TEXT NOT NULL,
  address TEXT NOT NULL DEFAULT '',
  program_id TEXT NOT NULL DEFAULT '',
  label TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (user_id, seq)
) STRICT;

CREATE INDEX audit_details_by_age ON audit_details (created_at);
CREATE INDEX audit_details_by_seq ON audit_details (seq);

-- Where the chain ends: whoever adds an entry holds this row until it stands.
CREATE TABLE audit_head (
  id INTEGER NOT NULL PRIMARY KEY,
  seq INTEGER NOT NULL,
  hash TEXT NOT NULL
) STRICT;

INSERT INTO audit_head (id, seq, hash) VALUES (1, 0, '');
