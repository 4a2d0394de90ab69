-- Links that are sent by mail, whose address was verified by one, and the devices that each person signed in on.

CREATE TABLE mailed_links (
  token_hash TEXT NOT NULL DEFAULT '',
  user_id TEXT NOT NULL DEFAULT '',
  purpose TEXT NOT NULL DEFAULT '',
  expires_at INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (token_hash)
) STRICT;

CREATE INDEX mailed_links_user ON mailed_links (user_id, purpose);

CREATE TABLE email_verifications (
  user_id TEXT NOT NULL DEFAULT '',
  asked_at INTEGER NOT NULL DEFAULT 0,
  verified_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id)
) STRICT;

CREATE TABLE known_devices (
  user_id TEXT NOT NULL DEFAULT '',
  device_hash TEXT NOT NULL DEFAULT '',
  last_seen_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, device_hash)
) STRICT;
