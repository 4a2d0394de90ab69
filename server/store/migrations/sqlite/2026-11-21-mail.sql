-- The first tables. What each column means stands in store/tables.ts.

CREATE TABLE users (
  id TEXT NOT NULL DEFAULT '',
  email TEXT NOT NULL DEFAULT '',
  name TEXT NOT NULL DEFAULT '',
  password_hash TEXT NOT NULL DEFAULT '',
  role TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (id),
  UNIQUE (email)
) STRICT;

CREATE TABLE sessions (
  id TEXT NOT NULL DEFAULT '',
  user_id TEXT NOT NULL DEFAULT '',
  token_hash TEXT NOT NULL DEFAULT '',
  cookie_hash TEXT NOT NULL DEFAULT '',
  user_agent TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL DEFAULT 0,
  last_used_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (id),
  UNIQUE (token_hash)
) STRICT;

CREATE TABLE accounts (
  id TEXT NOT NULL DEFAULT '',
  user_id TEXT NOT NULL DEFAULT '',
  account_mail TEXT NOT NULL DEFAULT '',
  imap_host TEXT NOT NULL DEFAULT '',
  imap_port INTEGER NOT NULL DEFAULT 0,
  imap_tls INTEGER NOT NULL DEFAULT 0,
  imap_user TEXT NOT NULL DEFAULT '',
  imap_secret TEXT NOT NULL DEFAULT '',
  smtp_host TEXT NOT NULL DEFAULT '',
  smtp_port INTEGER NOT NULL DEFAULT 0,
  smtp_tls INTEGER NOT NULL DEFAULT 0,
  smtp_user TEXT NOT NULL DEFAULT '',
  smtp_secret TEXT NOT NULL DEFAULT '',
  state TEXT NOT NULL DEFAULT '',
  error_code TEXT NOT NULL DEFAULT '',
  last_sync_at INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id),
  UNIQUE (id),
  UNIQUE (user_id, account_mail)
) STRICT;

CREATE TABLE folders (
  id TEXT NOT NULL DEFAULT '',
  user_id TEXT NOT NULL DEFAULT '',
  account_id TEXT NOT NULL DEFAULT '',
  path TEXT NOT NULL DEFAULT '',
  name TEXT NOT NULL DEFAULT '',
  role TEXT NOT NULL DEFAULT '',
  uid_validity INTEGER NOT NULL DEFAULT 0,
  uid_next INTEGER NOT NULL DEFAULT 0,
  highest_modseq TEXT NOT NULL DEFAULT '',
  server_count INTEGER NOT NULL DEFAULT 0,
  is_complete INTEGER NOT NULL DEFAULT 0,
  last_checked_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id),
  UNIQUE (id),
  UNIQUE (user_id, account_id, path)
) STRICT;

CREATE TABLE messages (
  date_key INTEGER PRIMARY KEY NOT NULL,
  id TEXT NOT NULL DEFAULT '',
  user_id TEXT NOT NULL DEFAULT '',
  account_id TEXT NOT NULL DEFAULT '',
  thread_id TEXT NOT NULL DEFAULT '',
  internal_date INTEGER NOT NULL DEFAULT 0,
  message_id_header TEXT NOT NULL DEFAULT '',
  in_reply_to TEXT NOT NULL DEFAULT '',
  references_json TEXT NOT NULL DEFAULT '[]',
  from_json TEXT NOT NULL DEFAULT '[]',
  to_json TEXT NOT NULL DEFAULT '[]',
  cc_json TEXT NOT NULL DEFAULT '[]',
  bcc_json TEXT NOT NULL DEFAULT '[]',
  reply_to_json TEXT NOT NULL DEFAULT '[]',
  subject TEXT NOT NULL DEFAULT '',
  preview TEXT NOT NULL DEFAULT '',
  size_bytes INTEGER NOT NULL DEFAULT 0,
  flags_json TEXT NOT NULL DEFAULT '[]',
  is_seen INTEGER NOT NULL DEFAULT 0,
  is_starred INTEGER NOT NULL DEFAULT 0,
  has_attachments INTEGER NOT NULL DEFAULT 0,
  is_own INTEGER NOT NULL DEFAULT 0,
  twin_key TEXT NOT NULL DEFAULT '',
  remote_images INTEGER NOT NULL DEFAULT 0,
  notice TEXT NOT NULL DEFAULT '',
  orphaned_at INTEGER NOT NULL DEFAULT 0,
  UNIQUE (user_id, id)
) STRICT;

CREATE TABLE message_locations (
  user_id TEXT NOT NULL DEFAULT '',
  account_id TEXT NOT NULL DEFAULT '',
  folder_id TEXT NOT NULL DEFAULT '',
  uid INTEGER NOT NULL DEFAULT 0,
  message_id TEXT NOT NULL DEFAULT '',
  role TEXT NOT NULL DEFAULT '',
  date_key INTEGER NOT NULL DEFAULT 0,
  flags_json TEXT NOT NULL DEFAULT '[]',
  is_seen INTEGER NOT NULL DEFAULT 0,
  is_starred INTEGER NOT NULL DEFAULT 0,
  is_twin INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, folder_id, uid)
) STRICT;

CREATE TABLE bodies (
  user_id TEXT NOT NULL DEFAULT '',
  message_id TEXT NOT NULL DEFAULT '',
  text TEXT NOT NULL DEFAULT '',
  html TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (user_id, message_id)
) STRICT;

CREATE TABLE attachments (
  id TEXT NOT NULL DEFAULT '',
  user_id TEXT NOT NULL DEFAULT '',
  message_id TEXT NOT NULL DEFAULT '',
  position INTEGER NOT NULL DEFAULT 0,
  part TEXT NOT NULL DEFAULT '',
  filename TEXT NOT NULL DEFAULT '',
  type TEXT NOT NULL DEFAULT '',
  size_bytes INTEGER NOT NULL DEFAULT 0,
  content_id TEXT NOT NULL DEFAULT '',
  is_inline INTEGER NOT NULL DEFAULT 0,
  sha256 TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (user_id, message_id, id)
) STRICT;

CREATE TABLE thread_references (
  user_id TEXT NOT NULL DEFAULT '',
  reference TEXT NOT NULL DEFAULT '',
  thread_id TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (user_id, reference)
) STRICT;

CREATE TABLE outbox (
  id TEXT NOT NULL DEFAULT '',
  user_id TEXT NOT NULL DEFAULT '',
  account_id TEXT NOT NULL DEFAULT '',
  idempotency_key TEXT NOT NULL DEFAULT '',
  message_id_header TEXT NOT NULL DEFAULT '',
  envelope_json TEXT NOT NULL DEFAULT '{}',
  draft_json TEXT NOT NULL DEFAULT '{}',
  raw BLOB NOT NULL DEFAULT x'',
  state TEXT NOT NULL DEFAULT '',
  sent_copy TEXT NOT NULL DEFAULT '',
  send_at INTEGER NOT NULL DEFAULT 0,
  attempts INTEGER NOT NULL DEFAULT 0,
  error TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL DEFAULT 0,
  updated_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id),
  UNIQUE (id)
) STRICT;

CREATE TABLE uploads (
  id TEXT NOT NULL DEFAULT '',
  user_id TEXT NOT NULL DEFAULT '',
  filename TEXT NOT NULL DEFAULT '',
  type TEXT NOT NULL DEFAULT '',
  size_bytes INTEGER NOT NULL DEFAULT 0,
  sha256 TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
) STRICT;

CREATE TABLE pending_operations (
  id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
  user_id TEXT NOT NULL DEFAULT '',
  account_id TEXT NOT NULL DEFAULT '',
  folder_id TEXT NOT NULL DEFAULT '',
  message_id TEXT NOT NULL DEFAULT '',
  uid INTEGER NOT NULL DEFAULT 0,
  uid_validity INTEGER NOT NULL DEFAULT 0,
  operation_json TEXT NOT NULL DEFAULT '{}',
  attempts INTEGER NOT NULL DEFAULT 0,
  run_at INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE changes (
  user_id TEXT NOT NULL DEFAULT '',
  seq INTEGER NOT NULL DEFAULT 0,
  kind TEXT NOT NULL DEFAULT '',
  ids_json TEXT NOT NULL DEFAULT '[]',
  created_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, seq)
) STRICT;

CREATE TABLE change_counters (
  user_id TEXT NOT NULL DEFAULT '',
  seq INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id)
) STRICT;

CREATE TABLE jobs (
  id TEXT NOT NULL DEFAULT '',
  kind TEXT NOT NULL DEFAULT '',
  user_id TEXT NOT NULL DEFAULT '',
  subject_id TEXT NOT NULL DEFAULT '',
  run_at INTEGER NOT NULL DEFAULT 0,
  attempts INTEGER NOT NULL DEFAULT 0,
  held_until INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (id),
  UNIQUE (kind, subject_id)
) STRICT;

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

-- Plain words in, hence the plainest tokeniser. The scope column holds a token for the user and one for the account.
-- rowid = date_key, so that hits come newest first without a sort; no prefix index, it doubles the cost of a write.
CREATE VIRTUAL TABLE message_words USING fts5(
  scope, sender, recipients, subject, body,
  content = '', contentless_delete = 1, tokenize = 'ascii'
);

-- What ANALYZE would find in a large mailbox, spelled once: plans stay the same from the first message on, and ANALYZE
-- itself must never see an empty search index, which it makes slow for good.
ANALYZE sqlite_schema;
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('messages', 'sqlite_autoindex_messages_1', '1000000 250000 1'),
  ('messages', 'messages_header', '900000 250000 80000 1'),
  ('messages', 'messages_twin', '900000 250000 2'),
  ('messages', 'messages_thread', '1000000 250000 3'),
  ('messages', 'messages_orphan', '1000 1000 300 3'),
  ('message_locations', 'sqlite_autoindex_message_locations_1', '1000000 250000 10000 1'),
  ('message_locations', 'message_locations_unified_list', '900000 225000 50000 1'),
  ('message_locations', 'message_locations_folder_list', '1000000 250000 10000 1'),
  ('message_locations', 'message_locations_starred_list', '2000 500 1'),
  ('message_locations', 'message_locations_message', '1000000 250000 1'),
  ('message_locations', 'message_locations_unread', '100000 25000 5000'),
  ('message_locations', 'message_locations_unread_in_folder', '100000 25000 1000');
