-- Mail that the host sends of its own and that waits for its server.

CREATE TABLE host_mails (
  id text NOT NULL DEFAULT '',
  user_id text NOT NULL DEFAULT '',
  content text NOT NULL DEFAULT '',
  expires_at bigint NOT NULL DEFAULT 0,
  created_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (id)
);

CREATE INDEX host_mails_user ON host_mails (user_id);
