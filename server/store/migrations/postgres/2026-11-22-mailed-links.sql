-- Links that are sent by mail, whose address was verified by one, and the devices that each person signed in on.

CREATE TABLE mailed_links (
  token_hash text NOT NULL DEFAULT '',
  user_id text NOT NULL DEFAULT '',
  purpose text NOT NULL DEFAULT '',
  expires_at bigint NOT NULL DEFAULT 0,
  created_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (token_hash)
);

CREATE INDEX mailed_links_user ON mailed_links (user_id, purpose);

CREATE TABLE email_verifications (
  user_id text NOT NULL DEFAULT '',
  asked_at bigint NOT NULL DEFAULT 0,
  verified_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id)
);

CREATE TABLE known_devices (
  user_id text NOT NULL DEFAULT '',
  device_hash text NOT NULL DEFAULT '',
  last_seen_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, device_hash)
);
