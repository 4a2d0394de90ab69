-- Mail that the host sends of its own and that waits for its server.

CREATE TABLE host_mails (
  id TEXT NOT NULL DEFAULT '',
  user_id TEXT NOT NULL DEFAULT '',
  content TEXT NOT NULL DEFAULT '',
  expires_at INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (id)
) STRICT;

CREATE INDEX host_mails_user ON host_mails (user_id);
