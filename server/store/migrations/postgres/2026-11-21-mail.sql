-- The first tables. What each column means stands in store/tables.ts.

CREATE TABLE users (
  id text NOT NULL DEFAULT '',
  email text NOT NULL DEFAULT '',
  name text NOT NULL DEFAULT '',
  password_hash text NOT NULL DEFAULT '',
  role text NOT NULL DEFAULT '',
  created_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (id),
  UNIQUE (email)
);

CREATE TABLE sessions (
  id text NOT NULL DEFAULT '',
  user_id text NOT NULL DEFAULT '',
  token_hash text NOT NULL DEFAULT '',
  cookie_hash text NOT NULL DEFAULT '',
  user_agent text NOT NULL DEFAULT '',
  created_at bigint NOT NULL DEFAULT 0,
  last_used_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (id),
  UNIQUE (token_hash)
);

CREATE TABLE accounts (
  id text NOT NULL DEFAULT '',
  user_id text NOT NULL DEFAULT '',
  account_mail text NOT NULL DEFAULT '',
  imap_host text NOT NULL DEFAULT '',
  imap_port bigint NOT NULL DEFAULT 0,
  imap_tls smallint NOT NULL DEFAULT 0,
  imap_user text NOT NULL DEFAULT '',
  imap_secret text NOT NULL DEFAULT '',
  smtp_host text NOT NULL DEFAULT '',
  smtp_port bigint NOT NULL DEFAULT 0,
  smtp_tls smallint NOT NULL DEFAULT 0,
  smtp_user text NOT NULL DEFAULT '',
  smtp_secret text NOT NULL DEFAULT '',
  state text NOT NULL DEFAULT '',
  error_code text NOT NULL DEFAULT '',
  last_sync_at bigint NOT NULL DEFAULT 0,
  created_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id),
  UNIQUE (id),
  UNIQUE (user_id, account_mail)
);

CREATE TABLE folders (
  id text NOT NULL DEFAULT '',
  user_id text NOT NULL DEFAULT '',
  account_id text NOT NULL DEFAULT '',
  path text NOT NULL DEFAULT '',
  name text NOT NULL DEFAULT '',
  role text NOT NULL DEFAULT '',
  uid_validity bigint NOT NULL DEFAULT 0,
  uid_next bigint NOT NULL DEFAULT 0,
  highest_modseq text NOT NULL DEFAULT '',
  server_count bigint NOT NULL DEFAULT 0,
  is_complete smallint NOT NULL DEFAULT 0,
  last_checked_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id),
  UNIQUE (id),
  UNIQUE (user_id, account_id, path)
);

CREATE TABLE messages (
  date_key bigint NOT NULL,
  id text NOT NULL DEFAULT '',
  user_id text NOT NULL DEFAULT '',
  account_id text NOT NULL DEFAULT '',
  thread_id text NOT NULL DEFAULT '',
  internal_date bigint NOT NULL DEFAULT 0,
  message_id_header text NOT NULL DEFAULT '',
  in_reply_to text NOT NULL DEFAULT '',
  references_json text NOT NULL DEFAULT '[]',
  from_json text NOT NULL DEFAULT '[]',
  to_json text NOT NULL DEFAULT '[]',
  cc_json text NOT NULL DEFAULT '[]',
  bcc_json text NOT NULL DEFAULT '[]',
  reply_to_json text NOT NULL DEFAULT '[]',
  subject text NOT NULL DEFAULT '',
  preview text NOT NULL DEFAULT '',
  size_bytes bigint NOT NULL DEFAULT 0,
  flags_json text NOT NULL DEFAULT '[]',
  is_seen smallint NOT NULL DEFAULT 0,
  is_starred smallint NOT NULL DEFAULT 0,
  has_attachments smallint NOT NULL DEFAULT 0,
  is_own smallint NOT NULL DEFAULT 0,
  twin_key text NOT NULL DEFAULT '',
  remote_images bigint NOT NULL DEFAULT 0,
  notice text NOT NULL DEFAULT '',
  orphaned_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id),
  UNIQUE (user_id, date_key)
);

CREATE TABLE message_locations (
  user_id text NOT NULL DEFAULT '',
  account_id text NOT NULL DEFAULT '',
  folder_id text NOT NULL DEFAULT '',
  uid bigint NOT NULL DEFAULT 0,
  message_id text NOT NULL DEFAULT '',
  role text NOT NULL DEFAULT '',
  date_key bigint NOT NULL DEFAULT 0,
  flags_json text NOT NULL DEFAULT '[]',
  is_seen smallint NOT NULL DEFAULT 0,
  is_starred smallint NOT NULL DEFAULT 0,
  is_twin smallint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, folder_id, uid)
);

CREATE TABLE bodies (
  user_id text NOT NULL DEFAULT '',
  message_id text NOT NULL DEFAULT '',
  text text NOT NULL DEFAULT '',
  html text NOT NULL DEFAULT '',
  PRIMARY KEY (user_id, message_id)
);

CREATE TABLE attachments (
  id text NOT NULL DEFAULT '',
  user_id text NOT NULL DEFAULT '',
  message_id text NOT NULL DEFAULT '',
  position bigint NOT NULL DEFAULT 0,
  part text NOT NULL DEFAULT '',
  filename text NOT NULL DEFAULT '',
  type text NOT NULL DEFAULT '',
  size_bytes bigint NOT NULL DEFAULT 0,
  content_id text NOT NULL DEFAULT '',
  is_inline smallint NOT NULL DEFAULT 0,
  sha256 text NOT NULL DEFAULT '',
  PRIMARY KEY (user_id, message_id, id)
);

CREATE TABLE thread_references (
  user_id text NOT NULL DEFAULT '',
  reference text NOT NULL DEFAULT '',
  thread_id text NOT NULL DEFAULT '',
  PRIMARY KEY (user_id, reference)
);

CREATE TABLE outbox (
  id text NOT NULL DEFAULT '',
  user_id text NOT NULL DEFAULT '',
  account_id text NOT NULL DEFAULT '',
  idempotency_key text NOT NULL DEFAULT '',
  message_id_header text NOT NULL DEFAULT '',
  envelope_json text NOT NULL DEFAULT '{}',
  draft_json text NOT NULL DEFAULT '{}',
  raw bytea NOT NULL DEFAULT '',
  state text NOT NULL DEFAULT '',
  sent_copy text NOT NULL DEFAULT '',
  send_at bigint NOT NULL DEFAULT 0,
  attempts bigint NOT NULL DEFAULT 0,
  error text NOT NULL DEFAULT '',
  created_at bigint NOT NULL DEFAULT 0,
  updated_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id),
  UNIQUE (id)
);

CREATE TABLE uploads (
  id text NOT NULL DEFAULT '',
  user_id text NOT NULL DEFAULT '',
  filename text NOT NULL DEFAULT '',
  type text NOT NULL DEFAULT '',
  size_bytes bigint NOT NULL DEFAULT 0,
  sha256 text NOT NULL DEFAULT '',
  created_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
);

CREATE TABLE pending_operations (
  id bigint GENERATED ALWAYS AS IDENTITY,
  user_id text NOT NULL DEFAULT '',
  account_id text NOT NULL DEFAULT '',
  folder_id text NOT NULL DEFAULT '',
  message_id text NOT NULL DEFAULT '',
  uid bigint NOT NULL DEFAULT 0,
  uid_validity bigint NOT NULL DEFAULT 0,
  operation_json text NOT NULL DEFAULT '{}',
  attempts bigint NOT NULL DEFAULT 0,
  run_at bigint NOT NULL DEFAULT 0,
  created_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id),
  UNIQUE (id)
);

CREATE TABLE changes (
  user_id text NOT NULL DEFAULT '',
  seq bigint NOT NULL DEFAULT 0,
  kind text NOT NULL DEFAULT '',
  ids_json text NOT NULL DEFAULT '[]',
  created_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, seq)
);

CREATE TABLE change_counters (
  user_id text NOT NULL DEFAULT '',
  seq bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id)
);

CREATE TABLE jobs (
  id text NOT NULL DEFAULT '',
  kind text NOT NULL DEFAULT '',
  user_id text NOT NULL DEFAULT '',
  subject_id text NOT NULL DEFAULT '',
  run_at bigint NOT NULL DEFAULT 0,
  attempts bigint NOT NULL DEFAULT 0,
  held_until bigint NOT NULL DEFAULT 0,
  created_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (id),
  UNIQUE (kind, subject_id)
);

CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX messages_header ON messages (user_id, account_id, message_id_header)
  WHERE message_id_header <> '';
CREATE INDEX messages_twin ON messages (user_id, twin_key)
  WHERE twin_key <> '';
CREATE INDEX messages_thread ON messages (user_id, thread_id);
CREATE INDEX messages_orphan ON messages (user_id, account_id, orphaned_at)
  WHERE orphaned_at > 0;
CREATE INDEX message_locations_unified_list ON message_locations (user_id, role, date_key)
  WHERE is_twin = 0;
CREATE INDEX message_locations_folder_list ON message_locations (user_id, folder_id, date_key);
CREATE INDEX message_locations_starred_list ON message_locations (user_id, date_key)
  WHERE is_starred = 1;
CREATE INDEX message_locations_message ON message_locations (user_id, message_id);
CREATE INDEX message_locations_unread ON message_locations (user_id, role)
  WHERE is_seen = 0 AND is_twin = 0;
CREATE INDEX message_locations_unread_in_folder ON message_locations (user_id, folder_id)
  WHERE is_seen = 0;
CREATE INDEX thread_references_thread ON thread_references (user_id, thread_id);
CREATE UNIQUE INDEX outbox_idempotency ON outbox (user_id, idempotency_key)
  WHERE idempotency_key <> '';
CREATE INDEX pending_operations_account ON pending_operations (account_id, run_at);
CREATE INDEX pending_operations_message ON pending_operations (user_id, message_id);
CREATE INDEX uploads_age ON uploads (created_at);
CREATE INDEX changes_age ON changes (created_at);
CREATE INDEX jobs_due ON jobs (run_at);

CREATE TABLE message_words (
  user_id text NOT NULL,
  date_key bigint NOT NULL,
  account_id text NOT NULL,
  words tsvector NOT NULL,
  PRIMARY KEY (user_id, date_key)
);
-- Each search reads the list of pending entries whole: it is kept short. Without it, writing costs 2.5 times as much.
CREATE INDEX message_words_words ON message_words USING gin (words) WITH (gin_pending_list_limit = 512);
