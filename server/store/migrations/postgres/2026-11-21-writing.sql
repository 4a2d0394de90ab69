-- Writing mail: drafts, senders, uploads that can be resumed, and whom a person writes to.

ALTER TABLE uploads ADD COLUMN received_bytes bigint NOT NULL DEFAULT 0;
UPDATE uploads SET received_bytes = size_bytes;

CREATE TABLE upload_uses (
  user_id text NOT NULL DEFAULT '',
  owner_id text NOT NULL DEFAULT '',
  upload_id text NOT NULL DEFAULT '',
  PRIMARY KEY (user_id, owner_id, upload_id)
);
CREATE INDEX upload_uses_upload ON upload_uses (user_id, upload_id);

CREATE TABLE drafts (
  id text NOT NULL DEFAULT '',
  user_id text NOT NULL DEFAULT '',
  account_id text NOT NULL DEFAULT '',
  revision bigint NOT NULL DEFAULT 0,
  content_json text NOT NULL DEFAULT '',
  threading_json text NOT NULL DEFAULT '',
  state text NOT NULL DEFAULT '',
  message_id_header text NOT NULL DEFAULT '',
  put_revision bigint NOT NULL DEFAULT 0,
  copy_account_id text NOT NULL DEFAULT '',
  copy_folder_id text NOT NULL DEFAULT '',
  copy_uid bigint NOT NULL DEFAULT 0,
  copy_uid_validity bigint NOT NULL DEFAULT 0,
  copy_message_id text NOT NULL DEFAULT '',
  copy_hash text NOT NULL DEFAULT '',
  created_at bigint NOT NULL DEFAULT 0,
  updated_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
);
CREATE INDEX drafts_copy ON drafts (user_id, copy_folder_id, copy_uid)
  WHERE copy_uid > 0;

CREATE TABLE identities (
  id text NOT NULL DEFAULT '',
  user_id text NOT NULL DEFAULT '',
  account_id text NOT NULL DEFAULT '',
  name text NOT NULL DEFAULT '',
  address text NOT NULL DEFAULT '',
  signature text NOT NULL DEFAULT '',
  is_default smallint NOT NULL DEFAULT 0,
  created_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
);

CREATE TABLE correspondents (
  user_id text NOT NULL DEFAULT '',
  account_id text NOT NULL DEFAULT '',
  address text NOT NULL DEFAULT '',
  name text NOT NULL DEFAULT '',
  words text NOT NULL DEFAULT '',
  sent bigint NOT NULL DEFAULT 0,
  last_sent_at bigint NOT NULL DEFAULT 0,
  received bigint NOT NULL DEFAULT 0,
  last_received_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, address, account_id)
);
