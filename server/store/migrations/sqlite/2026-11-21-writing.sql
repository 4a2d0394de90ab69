-- Writing mail: drafts, senders, uploads that can be resumed, and whom a person writes to.

ALTER TABLE uploads ADD COLUMN received_bytes INTEGER NOT NULL DEFAULT 0;
UPDATE uploads SET received_bytes = size_bytes;

CREATE TABLE upload_uses (
  user_id TEXT NOT NULL DEFAULT '',
  owner_id TEXT NOT NULL DEFAULT '',
  upload_id TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (user_id, owner_id, upload_id)
) STRICT;
CREATE INDEX upload_uses_upload ON upload_uses (user_id, upload_id);

CREATE TABLE drafts (
  id TEXT NOT NULL DEFAULT '',
  user_id TEXT NOT NULL DEFAULT '',
  account_id TEXT NOT NULL DEFAULT '',
  revision INTEGER NOT NULL DEFAULT 0,
  content_json TEXT NOT NULL DEFAULT '',
  threading_json TEXT NOT NULL DEFAULT '',
  state TEXT NOT NULL DEFAULT '',
  message_id_header TEXT NOT NULL DEFAULT '',
  put_revision INTEGER NOT NULL DEFAULT 0,
  copy_account_id TEXT NOT NULL DEFAULT '',
  copy_folder_id TEXT NOT NULL DEFAULT '',
  copy_uid INTEGER NOT NULL DEFAULT 0,
  copy_uid_validity INTEGER NOT NULL DEFAULT 0,
  copy_message_id TEXT NOT NULL DEFAULT '',
  copy_hash TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL DEFAULT 0,
  updated_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
) STRICT;
CREATE INDEX drafts_copy ON drafts (user_id, copy_folder_id, copy_uid)
  WHERE copy_uid > 0;

CREATE TABLE identities (
  id TEXT NOT NULL DEFAULT '',
  user_id TEXT NOT NULL DEFAULT '',
  account_id TEXT NOT NULL DEFAULT '',
  name TEXT NOT NULL DEFAULT '',
  address TEXT NOT NULL DEFAULT '',
  signature TEXT NOT NULL DEFAULT '',
  is_default INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
) STRICT;

CREATE TABLE correspondents (
  user_id TEXT NOT NULL DEFAULT '',
  account_id TEXT NOT NULL DEFAULT '',
  address TEXT NOT NULL DEFAULT '',
  name TEXT NOT NULL DEFAULT '',
  words TEXT NOT NULL DEFAULT '',
  sent INTEGER NOT NULL DEFAULT 0,
  last_sent_at INTEGER NOT NULL DEFAULT 0,
  received INTEGER NOT NULL DEFAULT 0,
  last_received_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, address, account_id)
) STRICT;
