-- The schema of Inlet 0.1.0. The row types in server/store explain the columns.
-- Columns are NOT NULL; no table has a foreign key: a user's rows are deleted by user_id.

-- Users, and how they sign in.

CREATE TABLE users (
  id TEXT NOT NULL DEFAULT '',
  email TEXT NOT NULL DEFAULT '',
  name TEXT NOT NULL DEFAULT '',
  password_hash TEXT NOT NULL DEFAULT '',
  role TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL DEFAULT 0,
  password_changed_at INTEGER NOT NULL DEFAULT 0,
  bio TEXT NOT NULL DEFAULT '',
  avatar_version TEXT NOT NULL DEFAULT '',
  disabled_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (id),
  UNIQUE (email)
) STRICT;
-- Each job that is taken asks which users are disabled: usually none.
CREATE INDEX users_disabled ON users (disabled_at) WHERE disabled_at > 0;

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
CREATE INDEX sessions_user ON sessions (user_id);

CREATE TABLE avatars (
  user_id TEXT NOT NULL DEFAULT '',
  type TEXT NOT NULL DEFAULT '',
  content BLOB NOT NULL DEFAULT x'',
  PRIMARY KEY (user_id)
) STRICT;

CREATE TABLE user_preferences (
  user_id TEXT NOT NULL DEFAULT '',
  preferences_json TEXT NOT NULL DEFAULT '{}',
  PRIMARY KEY (user_id)
) STRICT;

CREATE TABLE authenticators (
  user_id TEXT NOT NULL DEFAULT '',
  secret TEXT NOT NULL DEFAULT '',
  is_confirmed INTEGER NOT NULL DEFAULT 0,
  last_step INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id)
) STRICT;

CREATE TABLE recovery_codes (
  user_id TEXT NOT NULL DEFAULT '',
  code_hash TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (user_id, code_hash)
) STRICT;

CREATE TABLE passkeys (
  user_id TEXT NOT NULL DEFAULT '',
  id TEXT NOT NULL DEFAULT '',
  credential_id TEXT NOT NULL DEFAULT '',
  public_key TEXT NOT NULL DEFAULT '',
  counter INTEGER NOT NULL DEFAULT 0,
  rp_id TEXT NOT NULL DEFAULT '',
  name TEXT NOT NULL DEFAULT '',
  transports_json TEXT NOT NULL DEFAULT '[]',
  created_at INTEGER NOT NULL DEFAULT 0,
  last_used_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
) STRICT;
CREATE UNIQUE INDEX passkeys_credential ON passkeys (credential_id);

-- Identities at other providers that users sign in with.
CREATE TABLE connected_sign_ins (
  user_id TEXT NOT NULL DEFAULT '',
  id TEXT NOT NULL DEFAULT '',
  provider TEXT NOT NULL DEFAULT '',
  issuer TEXT NOT NULL DEFAULT '',
  subject TEXT NOT NULL DEFAULT '',
  address TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL DEFAULT 0,
  last_used_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
) STRICT;
CREATE UNIQUE INDEX connected_sign_ins_identity ON connected_sign_ins (issuer, subject);

-- Sign-ins at another provider that are not finished yet.
CREATE TABLE sign_ins_on_their_way (
  token_hash TEXT NOT NULL DEFAULT '' PRIMARY KEY,
  stage TEXT NOT NULL DEFAULT '',
  user_id TEXT NOT NULL DEFAULT '',
  browser_hash TEXT NOT NULL DEFAULT '',
  content TEXT NOT NULL DEFAULT '',
  expires_at INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX sign_ins_on_their_way_browser ON sign_ins_on_their_way (browser_hash, created_at);
CREATE INDEX sign_ins_on_their_way_age ON sign_ins_on_their_way (created_at);
CREATE INDEX sign_ins_on_their_way_user ON sign_ins_on_their_way (user_id);

-- Devices that each user has signed in on. A row with an empty device_hash makes the next new device count as known.
CREATE TABLE known_devices (
  user_id TEXT NOT NULL DEFAULT '',
  device_hash TEXT NOT NULL DEFAULT '',
  last_seen_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, device_hash)
) STRICT;

-- Failed sign-ins, counted across all processes.
CREATE TABLE failed_sign_ins (
  key_hash TEXT NOT NULL DEFAULT '',
  id TEXT NOT NULL DEFAULT '',
  failed_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (key_hash, id)
) STRICT;
CREATE INDEX failed_sign_ins_by_time ON failed_sign_ins (failed_at);

-- Links sent by email, by the hash of their token.
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

-- Tokens that users give to programs. A revoked token is kept while its calls are listed.
CREATE TABLE api_tokens (
  user_id TEXT NOT NULL DEFAULT '',
  id TEXT NOT NULL DEFAULT '',
  name TEXT NOT NULL DEFAULT '',
  token_hash TEXT NOT NULL DEFAULT '',
  scopes_json TEXT NOT NULL DEFAULT '[]',
  created_at INTEGER NOT NULL DEFAULT 0,
  expires_at INTEGER NOT NULL DEFAULT 0,
  last_used_at INTEGER NOT NULL DEFAULT 0,
  accounts_json TEXT NOT NULL DEFAULT '',
  asks_first INTEGER NOT NULL DEFAULT 0,
  revoked_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
) STRICT;
CREATE UNIQUE INDEX api_tokens_token ON api_tokens (token_hash);

CREATE TABLE api_token_calls (
  user_id TEXT NOT NULL DEFAULT '',
  id TEXT NOT NULL DEFAULT '',
  token_id TEXT NOT NULL DEFAULT '',
  what TEXT NOT NULL DEFAULT '',
  account_id TEXT NOT NULL DEFAULT '',
  result TEXT NOT NULL DEFAULT '',
  is_change INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
) STRICT;
CREATE INDEX api_token_calls_kept ON api_token_calls (user_id, token_id, is_change, id);

-- Mail accounts and folders.

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
  name TEXT NOT NULL DEFAULT '',
  provider TEXT NOT NULL DEFAULT '',
  imap_certificate TEXT NOT NULL DEFAULT '',
  smtp_certificate TEXT NOT NULL DEFAULT '',
  -- The time since which the account cannot reach its mail server, in milliseconds since 1970; 0: it can.
  trouble_since INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id),
  UNIQUE (id),
  UNIQUE (user_id, account_mail)
) STRICT;

-- OAuth tokens of mail accounts that the user opened by signing in at the provider.
CREATE TABLE account_tokens (
  user_id TEXT NOT NULL DEFAULT '',
  account_id TEXT NOT NULL DEFAULT '',
  access_secret TEXT NOT NULL DEFAULT '',
  refresh_secret TEXT NOT NULL DEFAULT '',
  expires_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, account_id)
) STRICT;

CREATE TABLE account_sync (
  user_id TEXT NOT NULL DEFAULT '',
  account_id TEXT NOT NULL DEFAULT '',
  sync_months INTEGER NOT NULL DEFAULT 0,
  traffic_day TEXT NOT NULL DEFAULT '',
  traffic_bytes INTEGER NOT NULL DEFAULT 0,
  -- The number of messages to be read again when that began, and those still left; 0: none.
  older_count INTEGER NOT NULL DEFAULT 0,
  older_left INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, account_id)
) STRICT;

CREATE TABLE oauth_flows (
  id TEXT NOT NULL DEFAULT '',
  user_id TEXT NOT NULL DEFAULT '',
  session_id TEXT NOT NULL DEFAULT '',
  secret TEXT NOT NULL DEFAULT '',
  expires_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
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
  is_wanted INTEGER NOT NULL DEFAULT 0,
  mailbox_id TEXT NOT NULL DEFAULT '',
  is_excluded INTEGER NOT NULL DEFAULT 0,
  is_unstable INTEGER NOT NULL DEFAULT 0,
  is_view INTEGER NOT NULL DEFAULT 0,
  outside_count INTEGER NOT NULL DEFAULT 0,
  size_bytes INTEGER NOT NULL DEFAULT 0,
  -- The messages of the folder that the server counted and did not return at the last comparison.
  unreadable_count INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id),
  UNIQUE (id),
  UNIQUE (user_id, account_id, path)
) STRICT;

-- Messages.

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
  snoozed_until INTEGER NOT NULL DEFAULT 0,
  list_key INTEGER NOT NULL DEFAULT 0,
  is_muted INTEGER NOT NULL DEFAULT 0,
  signs_json TEXT NOT NULL DEFAULT '{}',
  category TEXT NOT NULL DEFAULT '',
  category_chosen INTEGER NOT NULL DEFAULT 0,
  priority TEXT NOT NULL DEFAULT '',
  priority_chosen INTEGER NOT NULL DEFAULT 0,
  provider_id TEXT NOT NULL DEFAULT '',
  -- The line that lists show, and the version of the engine that made it; 0: none yet.
  summary TEXT NOT NULL DEFAULT '',
  summary_version INTEGER NOT NULL DEFAULT 0,
  -- 0: stored before the search marks; they are still to be made.
  marks_version INTEGER NOT NULL DEFAULT 0,
  -- The version of the parser that read the message (store/older-messages.ts); 0: an earlier one, it is to be read
  -- again.
  read_version INTEGER NOT NULL DEFAULT 0,
  UNIQUE (user_id, id)
) STRICT;
CREATE INDEX messages_header ON messages (user_id, account_id, message_id_header)
  WHERE message_id_header <> '';
CREATE INDEX messages_twin ON messages (user_id, twin_key) WHERE twin_key <> '';
CREATE INDEX messages_thread ON messages (user_id, thread_id);
CREATE INDEX messages_orphan ON messages (user_id, account_id, orphaned_at) WHERE orphaned_at > 0;
CREATE INDEX messages_snoozed ON messages (user_id, snoozed_until) WHERE snoozed_until > 0;
CREATE INDEX messages_returned ON messages (user_id, list_key) WHERE list_key > 0;
CREATE INDEX messages_provider ON messages (user_id, account_id, provider_id)
  WHERE provider_id <> '';
-- Finds the newest messages of all users without a summary, without reading those that have one.
CREATE INDEX messages_summary ON messages (summary_version, date_key, user_id, id);
CREATE INDEX messages_unmarked ON messages (date_key) WHERE marks_version = 0;
-- Matches the condition of store/answered.ts.
CREATE INDEX messages_answered ON messages (user_id, date_key)
  WHERE instr(flags_json, '\Answered"') > 0;
CREATE INDEX messages_size ON messages (user_id, size_bytes, date_key);
CREATE INDEX messages_older ON messages (user_id, account_id, date_key) WHERE read_version < 1;

-- The state of a message is repeated at each of its locations, so that a filtered list is a walk along one index.
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
  has_attachments INTEGER NOT NULL DEFAULT 0,
  category TEXT NOT NULL DEFAULT '',
  priority TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (user_id, folder_id, uid)
) STRICT;
CREATE INDEX message_locations_unified_list ON message_locations (user_id, role, date_key)
  WHERE is_twin = 0;
CREATE INDEX message_locations_starred_list ON message_locations (user_id, date_key)
  WHERE is_starred = 1;
CREATE INDEX message_locations_message ON message_locations (user_id, message_id);
-- With the role in it, the list of a folder skips snoozed messages without leaving the index.
CREATE INDEX message_locations_folder_list ON message_locations (user_id, folder_id, date_key, role);
-- With the date in it, the index of unread messages is a list too.
CREATE INDEX message_locations_unread ON message_locations (user_id, role, date_key)
  WHERE is_seen = 0 AND is_twin = 0;
CREATE INDEX message_locations_unread_in_folder ON message_locations (user_id, folder_id, role, date_key)
  WHERE is_seen = 0;
CREATE INDEX message_locations_attached ON message_locations (user_id, role, date_key)
  WHERE has_attachments = 1 AND is_twin = 0;
CREATE INDEX message_locations_attached_in_folder ON message_locations (user_id, folder_id, date_key, role)
  WHERE has_attachments = 1;
CREATE INDEX message_locations_category ON message_locations (user_id, role, category, date_key)
  WHERE category <> '' AND is_twin = 0;
CREATE INDEX message_locations_category_in_folder ON message_locations (user_id, folder_id, category, date_key, role)
  WHERE category <> '';
CREATE INDEX message_locations_priority ON message_locations (user_id, role, priority, date_key)
  WHERE priority <> '' AND is_twin = 0;
CREATE INDEX message_locations_priority_in_folder ON message_locations (user_id, folder_id, priority, date_key, role)
  WHERE priority <> '';

-- Folder lists are requested all the time and must not count a mailbox each time. Triggers keep the counts, because no
-- command that writes a location can then forget to count it.
CREATE TABLE location_counts (
  user_id TEXT NOT NULL DEFAULT '',
  folder_id TEXT NOT NULL DEFAULT '',
  role TEXT NOT NULL DEFAULT '',
  is_seen INTEGER NOT NULL DEFAULT 0,
  is_twin INTEGER NOT NULL DEFAULT 0,
  count INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, folder_id, role, is_seen, is_twin)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER message_locations_added AFTER INSERT ON message_locations BEGIN
  INSERT INTO location_counts (user_id, folder_id, role, is_seen, is_twin, count)
    VALUES (new.user_id, new.folder_id, new.role, new.is_seen, new.is_twin, 1)
    ON CONFLICT DO UPDATE SET count = count + 1;
END;

CREATE TRIGGER message_locations_removed AFTER DELETE ON message_locations BEGIN
  UPDATE location_counts SET count = count - 1
    WHERE user_id = old.user_id AND folder_id = old.folder_id AND role = old.role
      AND is_seen = old.is_seen AND is_twin = old.is_twin;
  DELETE FROM location_counts
    WHERE user_id = old.user_id AND folder_id = old.folder_id AND role = old.role
      AND is_seen = old.is_seen AND is_twin = old.is_twin AND count = 0;
END;

CREATE TRIGGER message_locations_changed
AFTER UPDATE OF user_id, folder_id, role, is_seen, is_twin ON message_locations
WHEN (old.user_id, old.folder_id, old.role, old.is_seen, old.is_twin)
  IS NOT (new.user_id, new.folder_id, new.role, new.is_seen, new.is_twin)
BEGIN
  INSERT INTO location_counts (user_id, folder_id, role, is_seen, is_twin, count)
    VALUES (new.user_id, new.folder_id, new.role, new.is_seen, new.is_twin, 1)
    ON CONFLICT DO UPDATE SET count = count + 1;
  UPDATE location_counts SET count = count - 1
    WHERE user_id = old.user_id AND folder_id = old.folder_id AND role = old.role
      AND is_seen = old.is_seen AND is_twin = old.is_twin;
  DELETE FROM location_counts
    WHERE user_id = old.user_id AND folder_id = old.folder_id AND role = old.role
      AND is_seen = old.is_seen AND is_twin = old.is_twin AND count = 0;
END;

CREATE TABLE bodies (
  user_id TEXT NOT NULL DEFAULT '',
  message_id TEXT NOT NULL DEFAULT '',
  text TEXT NOT NULL DEFAULT '',
  html TEXT NOT NULL DEFAULT '',
  -- The text of the attached files. Messages stored before this column existed have none.
  attached TEXT NOT NULL DEFAULT '',
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
CREATE INDEX thread_references_thread ON thread_references (user_id, thread_id);

-- The search index. It receives plain words, hence the plainest tokenizer. The scope column holds a token for the user
-- and one for the account. rowid = date_key, so that hits come newest first without a sort. No prefix index: it doubles
-- the cost of a write.
CREATE VIRTUAL TABLE message_words USING fts5(
  scope, sender, recipients, subject, body,
  content = '', contentless_delete = 1, tokenize = 'ascii'
);

-- Search terms besides words: kinds and names of files, links, lists, the address that a message was delivered to, and
-- copies.
CREATE TABLE search_marks (
  user_id TEXT NOT NULL DEFAULT '',
  mark TEXT NOT NULL DEFAULT '',
  date_key INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, mark, date_key)
) STRICT, WITHOUT ROWID;
CREATE INDEX search_marks_message ON search_marks (user_id, date_key);

CREATE TABLE saved_searches (
  user_id TEXT NOT NULL DEFAULT '',
  id TEXT NOT NULL DEFAULT '',
  name TEXT NOT NULL DEFAULT '',
  query TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL DEFAULT 0,
  updated_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
) STRICT;

-- Changing messages.

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
  created_at INTEGER NOT NULL DEFAULT 0,
  kind TEXT NOT NULL DEFAULT 'flags',
  target_folder_id TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX pending_operations_message ON pending_operations (user_id, message_id);
CREATE INDEX pending_operations_place ON pending_operations (user_id, folder_id, uid);
CREATE INDEX pending_operations_target ON pending_operations (user_id, target_folder_id)
  WHERE target_folder_id <> '';
-- Each list of folders counts the messages that are marked as deleted on the server.
CREATE INDEX pending_operations_left ON pending_operations (user_id, folder_id) WHERE kind = 'left';
-- The operations that a server can be sent now, the longest due first, without those that wait for a UID.
CREATE INDEX pending_operations_due ON pending_operations (account_id, run_at) WHERE uid > 0;

-- Changes that mail servers were sent just now.
CREATE TABLE told_places (
  user_id TEXT NOT NULL DEFAULT '',
  account_id TEXT NOT NULL DEFAULT '',
  folder_id TEXT NOT NULL DEFAULT '',
  uid INTEGER NOT NULL DEFAULT 0,
  told_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, folder_id, uid)
) STRICT;
CREATE INDEX told_places_age ON told_places (user_id, told_at);

CREATE TABLE labels (
  user_id TEXT NOT NULL DEFAULT '',
  name_key TEXT NOT NULL DEFAULT '',
  name TEXT NOT NULL DEFAULT '',
  keyword TEXT NOT NULL DEFAULT '',
  color TEXT NOT NULL DEFAULT 'default',
  created_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, name_key)
) STRICT;

CREATE TABLE muted_threads (
  user_id TEXT NOT NULL DEFAULT '',
  thread_id TEXT NOT NULL DEFAULT '',
  muted_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, thread_id)
) STRICT;

CREATE TABLE blocked_senders (
  user_id TEXT NOT NULL DEFAULT '',
  address TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, address)
) STRICT;

CREATE TABLE trusted_senders (
  user_id TEXT NOT NULL DEFAULT '',
  address TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, address)
) STRICT;

CREATE TABLE undo_actions (
  user_id TEXT NOT NULL DEFAULT '',
  id TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL DEFAULT 0,
  reverted INTEGER NOT NULL DEFAULT 0,
  -- The time until which a change can be undone beyond the usual time; 0: the usual time.
  kept_until INTEGER NOT NULL DEFAULT 0,
  -- The undo of a change of very many messages goes on in the background, to its end.
  undoing_since INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
) STRICT;
CREATE INDEX undo_actions_age ON undo_actions (created_at);

CREATE TABLE undo_steps (
  user_id TEXT NOT NULL DEFAULT '',
  undo_id TEXT NOT NULL DEFAULT '',
  position INTEGER NOT NULL DEFAULT 0,
  steps_json TEXT NOT NULL DEFAULT '[]',
  messages INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, undo_id, position)
) STRICT;

CREATE TABLE bulk_changes (
  user_id TEXT NOT NULL DEFAULT '',
  id TEXT NOT NULL DEFAULT '',
  undo_id TEXT NOT NULL DEFAULT '',
  selection_json TEXT NOT NULL DEFAULT '{}',
  change_json TEXT NOT NULL DEFAULT '{}',
  before_key INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
) STRICT;

-- The locations without a UID that a bulk change of all matching messages covered when it was requested.
CREATE TABLE bulk_standing (
  user_id TEXT NOT NULL DEFAULT '',
  bulk_id TEXT NOT NULL DEFAULT '',
  message_id TEXT NOT NULL DEFAULT '',
  folder_id TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (user_id, bulk_id, message_id, folder_id)
) STRICT, WITHOUT ROWID;

-- Changes of mail that were requested with an idempotency key.
CREATE TABLE keyed_changes (
  user_id TEXT NOT NULL DEFAULT '',
  key TEXT NOT NULL DEFAULT '',
  request_hash TEXT NOT NULL DEFAULT '',
  count INTEGER NOT NULL DEFAULT 0,
  is_changed INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, key)
) STRICT;
CREATE INDEX keyed_changes_age ON keyed_changes (created_at);

CREATE TABLE rules (
  id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  text TEXT NOT NULL DEFAULT '',
  query TEXT NOT NULL DEFAULT '',
  actions_json TEXT NOT NULL DEFAULT '{}',
  is_on INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
) STRICT;

CREATE TABLE journal (
  id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  rule_id TEXT NOT NULL,
  message_id TEXT NOT NULL,
  text TEXT NOT NULL DEFAULT '',
  actions_json TEXT NOT NULL DEFAULT '{}',
  undo_id TEXT NOT NULL DEFAULT '',
  problem TEXT NOT NULL DEFAULT '',
  is_undone INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
) STRICT;
CREATE UNIQUE INDEX journal_once ON journal (user_id, rule_id, message_id);
CREATE INDEX journal_by_age ON journal (created_at);

-- Writing and sending.

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
  purpose TEXT NOT NULL DEFAULT 'mail',
  request_hash TEXT NOT NULL DEFAULT '',
  renamed_to TEXT NOT NULL DEFAULT '',
  bounces_json TEXT NOT NULL DEFAULT '[]',
  dismissed_at INTEGER NOT NULL DEFAULT 0,
  -- The user is reminded then if the email has no reply.
  remind_at INTEGER NOT NULL DEFAULT 0,
  remind_days INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id),
  UNIQUE (id)
) STRICT;
CREATE UNIQUE INDEX outbox_idempotency ON outbox (user_id, idempotency_key)
  WHERE idempotency_key <> '';
CREATE INDEX outbox_header ON outbox (user_id, message_id_header);
CREATE INDEX outbox_renamed ON outbox (user_id, renamed_to) WHERE renamed_to <> '';
-- Each list of follow-ups looks for outgoing and bounced emails, among everything ever sent.
CREATE INDEX outbox_under_way ON outbox (user_id)
  WHERE state IN ('queued', 'sending') OR bounces_json <> '[]';
CREATE INDEX outbox_reminders ON outbox (user_id, remind_at) WHERE remind_at > 0;
-- Everything that needs the user: also an email put back from a backup, which waits for confirmation, and one that was
-- sent but whose copy the mail server refused.
CREATE INDEX outbox_open ON outbox (user_id, created_at)
  WHERE dismissed_at = 0
    AND (state IN ('queued', 'sending', 'failed', 'unknown', 'confirm')
      OR bounces_json <> '[]'
      OR (state = 'accepted' AND error <> ''));
-- Counting outgoing emails by state reads none of their sources.
CREATE INDEX outbox_by_state ON outbox (state);

CREATE TABLE uploads (
  id TEXT NOT NULL DEFAULT '',
  user_id TEXT NOT NULL DEFAULT '',
  filename TEXT NOT NULL DEFAULT '',
  type TEXT NOT NULL DEFAULT '',
  size_bytes INTEGER NOT NULL DEFAULT 0,
  sha256 TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL DEFAULT 0,
  received_bytes INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
) STRICT;
CREATE INDEX uploads_age ON uploads (created_at);

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
  -- Older copies of the draft on the mail server that a newer one replaces, until they are deleted.
  copy_leftovers_json TEXT NOT NULL DEFAULT '[]',
  PRIMARY KEY (user_id, id)
) STRICT;
CREATE INDEX drafts_copy ON drafts (user_id, copy_folder_id, copy_uid) WHERE copy_uid > 0;

CREATE TABLE approvals (
  user_id TEXT NOT NULL DEFAULT '',
  id TEXT NOT NULL DEFAULT '',
  account_id TEXT NOT NULL DEFAULT '',
  token_id TEXT NOT NULL DEFAULT '',
  program TEXT NOT NULL DEFAULT '',
  sender TEXT NOT NULL DEFAULT '',
  draft_id TEXT NOT NULL DEFAULT '',
  draft_revision INTEGER NOT NULL DEFAULT 0,
  text TEXT NOT NULL DEFAULT '',
  files_json TEXT NOT NULL DEFAULT '[]',
  expires_at INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
) STRICT;
CREATE INDEX approvals_expiry ON approvals (expires_at);

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

CREATE TABLE templates (
  user_id TEXT NOT NULL DEFAULT '',
  id TEXT NOT NULL DEFAULT '',
  name TEXT NOT NULL DEFAULT '',
  subject TEXT NOT NULL DEFAULT '',
  body TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL DEFAULT 0,
  updated_at INTEGER NOT NULL DEFAULT 0,
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
-- Recipient completion reads the most frequent correspondents first and stops when it has enough.
CREATE INDEX correspondents_often ON correspondents (user_id, sent, received, words);

-- Recipient completion finds a rare prefix here: a search among the most frequent correspondents alone would read them
-- all. Words of scripts without spaces are found from each of their letters on (store/count-correspondents.ts).
CREATE TABLE correspondent_words (
  user_id TEXT NOT NULL DEFAULT '',
  word TEXT NOT NULL DEFAULT '',
  address TEXT NOT NULL DEFAULT '',
  account_id TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (user_id, word, address, account_id)
) STRICT, WITHOUT ROWID;

-- Import of mail from files.

CREATE TABLE imports (
  id TEXT NOT NULL DEFAULT '',
  user_id TEXT NOT NULL DEFAULT '',
  account_id TEXT NOT NULL DEFAULT '',
  filename TEXT NOT NULL DEFAULT '',
  folder_path TEXT NOT NULL DEFAULT '',
  sha256 TEXT NOT NULL DEFAULT '',
  state TEXT NOT NULL DEFAULT '',
  error_code TEXT NOT NULL DEFAULT '',
  position INTEGER NOT NULL DEFAULT 0,
  imported INTEGER NOT NULL DEFAULT 0,
  skipped INTEGER NOT NULL DEFAULT 0,
  refused INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL DEFAULT 0,
  -- The size of the file, which counts toward the user's quota while the import runs.
  size_bytes INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id),
  UNIQUE (id)
) STRICT;

-- Sorting, summaries, the assistant and follow-ups.

CREATE TABLE classifications (
  user_id TEXT NOT NULL DEFAULT '',
  message_id TEXT NOT NULL DEFAULT '',
  version TEXT NOT NULL DEFAULT '',
  category TEXT NOT NULL DEFAULT '',
  priority TEXT NOT NULL DEFAULT '',
  reason_json TEXT NOT NULL DEFAULT '{}',
  turn TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, message_id)
) STRICT;
CREATE INDEX classifications_turn ON classifications (user_id, turn) WHERE turn <> '';

CREATE TABLE unsorted_messages (
  user_id TEXT NOT NULL DEFAULT '',
  message_id TEXT NOT NULL DEFAULT '',
  account_id TEXT NOT NULL DEFAULT '',
  date_key INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, message_id)
) STRICT;
CREATE INDEX unsorted_messages_newest ON unsorted_messages (user_id, account_id, date_key);

CREATE TABLE sorting_lessons (
  user_id TEXT NOT NULL DEFAULT '',
  message_id TEXT NOT NULL DEFAULT '',
  category TEXT NOT NULL DEFAULT '',
  priority TEXT NOT NULL DEFAULT '',
  features_json TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, message_id)
) STRICT;

CREATE TABLE sorting_weights (
  user_id TEXT NOT NULL DEFAULT '',
  weights_json TEXT NOT NULL DEFAULT '{}',
  version TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (user_id)
) STRICT;

CREATE TABLE sender_sorting (
  user_id TEXT NOT NULL DEFAULT '',
  address TEXT NOT NULL DEFAULT '',
  category TEXT NOT NULL DEFAULT '',
  priority TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, address)
) STRICT;

CREATE TABLE sorting_uses (
  user_id TEXT NOT NULL DEFAULT '',
  message_id TEXT NOT NULL DEFAULT '',
  act TEXT NOT NULL DEFAULT '',
  signals_json TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, message_id, act)
) STRICT;

-- Summaries of messages, made once for each content.
CREATE TABLE summaries (
  user_id TEXT NOT NULL DEFAULT '',
  message_id TEXT NOT NULL DEFAULT '',
  engine TEXT NOT NULL DEFAULT '',
  content_hash TEXT NOT NULL DEFAULT '',
  value_json TEXT NOT NULL DEFAULT '{}',
  created_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, message_id, engine)
) STRICT;

CREATE TABLE chat_turns (
  user_id TEXT NOT NULL DEFAULT '',
  id TEXT NOT NULL DEFAULT '',
  query TEXT NOT NULL DEFAULT '',
  answer_json TEXT NOT NULL DEFAULT '{}',
  created_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
) STRICT;

-- The model that a user allows Inlet to query.
CREATE TABLE model_settings (
  user_id TEXT NOT NULL DEFAULT '',
  is_on INTEGER NOT NULL DEFAULT 0,
  is_own INTEGER NOT NULL DEFAULT 0,
  provider TEXT NOT NULL DEFAULT '',
  base_url TEXT NOT NULL DEFAULT '',
  model TEXT NOT NULL DEFAULT '',
  secret TEXT NOT NULL DEFAULT '',
  excluded_accounts_json TEXT NOT NULL DEFAULT '[]',
  daily_tokens INTEGER NOT NULL DEFAULT 0,
  daily_micros INTEGER NOT NULL DEFAULT 0,
  probed TEXT NOT NULL DEFAULT '',
  rung TEXT NOT NULL DEFAULT '',
  probed_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id)
) STRICT;

CREATE TABLE model_calls (
  user_id TEXT NOT NULL DEFAULT '',
  id TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL DEFAULT 0,
  task TEXT NOT NULL DEFAULT '',
  provider TEXT NOT NULL DEFAULT '',
  model TEXT NOT NULL DEFAULT '',
  host TEXT NOT NULL DEFAULT '',
  rung TEXT NOT NULL DEFAULT '',
  message_ids_json TEXT NOT NULL DEFAULT '[]',
  sent_chars INTEGER NOT NULL DEFAULT 0,
  outcome TEXT NOT NULL DEFAULT '',
  requests INTEGER NOT NULL DEFAULT 0,
  input_tokens INTEGER NOT NULL DEFAULT 0,
  output_tokens INTEGER NOT NULL DEFAULT 0,
  cost_micros INTEGER NOT NULL DEFAULT 0,
  received_chars INTEGER NOT NULL DEFAULT 0,
  duration_ms INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
) STRICT;
CREATE INDEX model_calls_created ON model_calls (user_id, created_at);

CREATE TABLE follow_up_settings (
  user_id TEXT NOT NULL DEFAULT '',
  settings_json TEXT NOT NULL DEFAULT '{}',
  PRIMARY KEY (user_id)
) STRICT;

CREATE TABLE follow_up_choices (
  user_id TEXT NOT NULL DEFAULT '',
  thread_id TEXT NOT NULL DEFAULT '',
  put_off_until INTEGER NOT NULL DEFAULT 0,
  is_off INTEGER NOT NULL DEFAULT 0,
  chosen_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, thread_id)
) STRICT;

CREATE TABLE follow_up_returns (
  user_id TEXT NOT NULL DEFAULT '',
  thread_id TEXT NOT NULL DEFAULT '',
  since INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, thread_id)
) STRICT;

CREATE TABLE prepared_answers (
  user_id TEXT NOT NULL DEFAULT '',
  message_id TEXT NOT NULL DEFAULT '',
  text TEXT NOT NULL DEFAULT '',
  version INTEGER NOT NULL DEFAULT 0,
  is_dropped INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, message_id)
) STRICT;

-- Contacts and invitations.

CREATE TABLE contacts (
  user_id TEXT NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL DEFAULT '',
  organization TEXT NOT NULL DEFAULT '',
  notes TEXT NOT NULL DEFAULT '',
  words TEXT NOT NULL DEFAULT '',
  vcard TEXT NOT NULL DEFAULT '',
  uid TEXT NOT NULL DEFAULT '',
  deleted_at INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL DEFAULT 0,
  updated_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
) STRICT;
CREATE INDEX contacts_by_deletion ON contacts (deleted_at) WHERE deleted_at > 0;

CREATE TABLE contact_addresses (
  user_id TEXT NOT NULL,
  contact_id TEXT NOT NULL,
  address TEXT NOT NULL DEFAULT '',
  address_key TEXT NOT NULL DEFAULT '',
  position INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, contact_id, address_key)
) STRICT;
CREATE INDEX contact_addresses_by_key ON contact_addresses (user_id, address_key);

CREATE TABLE contact_groups (
  user_id TEXT NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
) STRICT;

CREATE TABLE contact_group_members (
  user_id TEXT NOT NULL,
  group_id TEXT NOT NULL,
  contact_id TEXT NOT NULL,
  PRIMARY KEY (user_id, group_id, contact_id)
) STRICT;
CREATE INDEX contact_group_members_by_contact ON contact_group_members (user_id, contact_id);

-- The locations of contacts in address books on other servers.
CREATE TABLE contact_places (
  user_id TEXT NOT NULL,
  integration_id TEXT NOT NULL,
  href TEXT NOT NULL,
  etag TEXT NOT NULL DEFAULT '',
  contact_id TEXT NOT NULL,
  said_json TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (user_id, integration_id, href)
) STRICT;
CREATE UNIQUE INDEX contact_places_by_contact ON contact_places (user_id, integration_id, contact_id);

-- The locations of contact groups in address books on other servers.
CREATE TABLE contact_group_places (
  user_id TEXT NOT NULL,
  integration_id TEXT NOT NULL,
  href TEXT NOT NULL,
  etag TEXT NOT NULL DEFAULT '',
  group_id TEXT NOT NULL,
  said_json TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (user_id, integration_id, href)
) STRICT;
CREATE UNIQUE INDEX contact_group_places_by_group ON contact_group_places (user_id, integration_id, group_id);

CREATE TABLE calendar_messages (
  user_id TEXT NOT NULL DEFAULT '',
  message_id TEXT NOT NULL DEFAULT '',
  uid TEXT NOT NULL DEFAULT '',
  recurrence_id TEXT NOT NULL DEFAULT '',
  method TEXT NOT NULL DEFAULT '',
  organiser TEXT NOT NULL DEFAULT '',
  sequence INTEGER NOT NULL DEFAULT 0,
  stamped_at INTEGER NOT NULL DEFAULT 0,
  starts_at INTEGER NOT NULL DEFAULT 0,
  ends_at INTEGER NOT NULL DEFAULT 0,
  content_json TEXT NOT NULL DEFAULT '{}',
  source TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (user_id, message_id)
) STRICT;
CREATE INDEX calendar_messages_uid ON calendar_messages (user_id, uid);
CREATE INDEX calendar_messages_time ON calendar_messages (user_id, ends_at);

CREATE TABLE calendar_answers (
  user_id TEXT NOT NULL DEFAULT '',
  uid TEXT NOT NULL DEFAULT '',
  recurrence_id TEXT NOT NULL DEFAULT '',
  organiser TEXT NOT NULL DEFAULT '',
  attendee TEXT NOT NULL DEFAULT '',
  number INTEGER NOT NULL DEFAULT 0,
  answer TEXT NOT NULL DEFAULT '',
  sequence INTEGER NOT NULL DEFAULT 0,
  message_id TEXT NOT NULL DEFAULT '',
  outbox_id TEXT NOT NULL DEFAULT '',
  answered_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, uid, recurrence_id, number)
) STRICT;

-- Events that their organizer moved to a time that a guest proposed.
CREATE TABLE calendar_moves (
  user_id TEXT NOT NULL,
  message_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  uid TEXT NOT NULL,
  sequence INTEGER NOT NULL DEFAULT 0,
  source TEXT NOT NULL DEFAULT '',
  outbox_id TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (user_id, message_id, number)
) STRICT;
CREATE INDEX calendar_moves_by_event ON calendar_moves (user_id, uid);
CREATE INDEX calendar_moves_by_outbox ON calendar_moves (user_id, outbox_id);

-- Notifications and integrations.

CREATE TABLE push_subscriptions (
  user_id TEXT NOT NULL DEFAULT '',
  id TEXT NOT NULL DEFAULT '',
  session_id TEXT NOT NULL DEFAULT '',
  secret TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
) STRICT;
CREATE INDEX push_subscriptions_id ON push_subscriptions (id);

CREATE TABLE due_notifications (
  user_id TEXT NOT NULL DEFAULT '',
  subscription_id TEXT NOT NULL DEFAULT '',
  message_id TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, subscription_id, message_id)
) STRICT;

CREATE TABLE presences (
  user_id TEXT NOT NULL DEFAULT '',
  tab_id TEXT NOT NULL DEFAULT '',
  visible_until INTEGER NOT NULL DEFAULT 0,
  -- The number of the page's report: reports may arrive in another order.
  word integer NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, tab_id)
) STRICT;

CREATE TABLE daily_summaries (
  user_id TEXT NOT NULL DEFAULT '',
  last_day TEXT NOT NULL DEFAULT '',
  since INTEGER NOT NULL DEFAULT 0,
  seen_day TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (user_id)
) STRICT;

CREATE TABLE integrations (
  id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  name TEXT NOT NULL DEFAULT '',
  external_id TEXT NOT NULL DEFAULT '',
  state TEXT NOT NULL DEFAULT 'active',
  reason TEXT NOT NULL DEFAULT '',
  secret TEXT NOT NULL DEFAULT '',
  config_json TEXT NOT NULL DEFAULT '{}',
  events_json TEXT NOT NULL DEFAULT '[]',
  alerts_json TEXT NOT NULL DEFAULT '',
  hold_until INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL DEFAULT 0,
  updated_at INTEGER NOT NULL DEFAULT 0,
  -- The time since which the daily brief is sent there too; 0: it is not.
  brief_from INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
) STRICT;
CREATE INDEX integrations_by_external ON integrations (kind, external_id);

CREATE TABLE deliveries (
  id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  integration_id TEXT NOT NULL,
  event_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  payload_json TEXT NOT NULL DEFAULT '{}',
  state TEXT NOT NULL DEFAULT 'waiting',
  attempts INTEGER NOT NULL DEFAULT 0,
  next_at INTEGER NOT NULL DEFAULT 0,
  expires_at INTEGER NOT NULL DEFAULT 0,
  answer TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL DEFAULT 0,
  updated_at INTEGER NOT NULL DEFAULT 0,
  -- The page or card that the message was saved as.
  link TEXT NOT NULL DEFAULT '',
  -- The number of attempts begun: more than ended means that the last one was cut off.
  begun INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
) STRICT;
CREATE UNIQUE INDEX deliveries_once ON deliveries (user_id, integration_id, event_id);
CREATE INDEX deliveries_due ON deliveries (user_id, integration_id, state, next_at);
CREATE INDEX deliveries_by_age ON deliveries (state, updated_at);
-- Each message is requested with all places that it was saved to.
CREATE INDEX deliveries_of_event ON deliveries (user_id, event_id);

-- Buttons pressed in Slack that were answered there: the same press is not answered again.
CREATE TABLE slack_presses (
  user_id TEXT NOT NULL,
  id TEXT NOT NULL,
  created_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
) STRICT;

-- Changes for open pages, and background work.

CREATE TABLE changes (
  user_id TEXT NOT NULL DEFAULT '',
  seq INTEGER NOT NULL DEFAULT 0,
  kind TEXT NOT NULL DEFAULT '',
  ids_json TEXT NOT NULL DEFAULT '[]',
  created_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, seq)
) STRICT;
CREATE INDEX changes_age ON changes (created_at);

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
  -- The reason why the last attempt of the job failed, and the number of failures in a row. They go with the job.
  error_code TEXT NOT NULL DEFAULT '',
  failures INTEGER NOT NULL DEFAULT 0,
  failed_at INTEGER NOT NULL DEFAULT 0,
  -- The attempt that a running job belongs to: a process whose lease ran out must not end the attempt of its successor.
  take_id TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (id),
  UNIQUE (kind, subject_id)
) STRICT;
CREATE INDEX jobs_due ON jobs (run_at);
-- Finds due jobs of some kinds, however many of the others wait.
CREATE INDEX jobs_kind_due ON jobs (kind, held_until, run_at);
CREATE INDEX jobs_failed ON jobs (failed_at) WHERE failed_at > 0;

-- Work that only one process may do at a time, where several processes share one database.
CREATE TABLE leases (
  name TEXT NOT NULL PRIMARY KEY,
  holder TEXT NOT NULL,
  -- It increases with each holder: a holder whose lease ran out finds a higher one.
  fence INTEGER NOT NULL,
  held_until INTEGER NOT NULL
) STRICT;

-- Processes that sync mailboxes and run jobs, each until its time runs out. A SQLite file has one process, which writes
-- no row.
CREATE TABLE engines (
  holder TEXT NOT NULL PRIMARY KEY,
  -- By the clock of the database.
  held_until INTEGER NOT NULL
) STRICT;

-- The process that works for each user; an empty holder means none.
CREATE TABLE engine_leases (
  user_id TEXT NOT NULL PRIMARY KEY,
  holder TEXT NOT NULL,
  -- It increases with each holder: a holder whose lease ran out finds a higher one.
  fence INTEGER NOT NULL
) STRICT;
CREATE INDEX engine_leases_holder ON engine_leases (holder);

-- The server and its administrators.

-- Settings that administrators change, such as who may register.
CREATE TABLE server_settings (
  name TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE TABLE server_keys (
  name TEXT NOT NULL DEFAULT '',
  public_key TEXT NOT NULL DEFAULT '',
  secret TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (name)
) STRICT;

CREATE TABLE signup_invitations (
  id TEXT NOT NULL PRIMARY KEY,
  token_hash TEXT NOT NULL DEFAULT '',
  email TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL DEFAULT 0,
  expires_at INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX signup_invitations_token ON signup_invitations (token_hash);

-- Requests for a demo from visitors of the landing page.
CREATE TABLE demo_requests (
  id TEXT NOT NULL DEFAULT '',
  name TEXT NOT NULL DEFAULT '',
  email TEXT NOT NULL DEFAULT '',
  starts_at INTEGER NOT NULL DEFAULT 0,
  zone TEXT NOT NULL DEFAULT '',
  note TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (id)
) STRICT;

-- Emails of the server itself that wait for its mail server.
CREATE TABLE host_mails (
  id TEXT NOT NULL DEFAULT '',
  user_id TEXT NOT NULL DEFAULT '',
  content TEXT NOT NULL DEFAULT '',
  expires_at INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (id)
) STRICT;
CREATE INDEX host_mails_user ON host_mails (user_id);

-- The use of each limit by each user, hour by hour, for a day.
CREATE TABLE quota_uses (
  user_id TEXT NOT NULL,
  what TEXT NOT NULL,
  -- Hours since 1970.
  hour INTEGER NOT NULL,
  used INTEGER NOT NULL,
  -- The uses refused in that hour.
  refused INTEGER NOT NULL,
  PRIMARY KEY (user_id, what, hour)
) STRICT;

-- The backups in the folder of each process, as it last listed them: each process sees the files of its own folder only.
CREATE TABLE made_backups (
  host TEXT NOT NULL,
  folder TEXT NOT NULL,
  file TEXT NOT NULL,
  kind TEXT NOT NULL,
  made_at INTEGER NOT NULL,
  size_bytes INTEGER NOT NULL,
  noted_at INTEGER NOT NULL,
  PRIMARY KEY (host, folder, file)
) STRICT, WITHOUT ROWID;

-- Security events. Entries are only added, each with the hash of the one before.
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

-- The personal details of audit entries, which are deleted with the user.
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

-- The end of the audit chain. A process that adds an entry locks this row until the entry is written.
CREATE TABLE audit_head (
  id INTEGER NOT NULL PRIMARY KEY,
  seq INTEGER NOT NULL,
  hash TEXT NOT NULL
) STRICT;

INSERT INTO audit_head (id, seq, hash) VALUES (1, 0, '');

-- The statistics that ANALYZE would find in a large mailbox, written once: plans stay the same from the first message on, and
-- ANALYZE itself must never see an empty search index, which it makes slow for good.
ANALYZE sqlite_schema;
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('message_locations', 'message_locations_attached', '200000 50000 10000 1'),
  ('message_locations', 'message_locations_attached_in_folder', '200000 50000 2000 1 1'),
  ('message_locations', 'message_locations_category', '900000 225000 50000 7000 1'),
  ('message_locations', 'message_locations_category_in_folder', '900000 225000 10000 1500 1 1'),
  ('message_locations', 'message_locations_folder_list', '1000000 250000 10000 1 1'),
  ('message_locations', 'message_locations_message', '1000000 250000 1'),
  ('message_locations', 'message_locations_priority', '900000 225000 50000 15000 1'),
  ('message_locations', 'message_locations_priority_in_folder', '900000 225000 10000 3000 1 1'),
  ('message_locations', 'message_locations_starred_list', '2000 500 1'),
  ('message_locations', 'message_locations_unified_list', '900000 225000 50000 1'),
  ('message_locations', 'message_locations_unread', '100000 25000 5000 1'),
  ('message_locations', 'message_locations_unread_in_folder', '100000 25000 1000 1000 1'),
  ('message_locations', 'sqlite_autoindex_message_locations_1', '1000000 250000 10000 1'),
  ('messages', 'messages_answered', '30000 7500 1'),
  ('messages', 'messages_header', '900000 250000 80000 1'),
  ('messages', 'messages_older', '1000 250 200 1'),
  ('messages', 'messages_orphan', '1000 1000 300 3'),
  ('messages', 'messages_provider', '900000 250000 80000 1'),
  ('messages', 'messages_returned', '1000 250 1'),
  ('messages', 'messages_size', '1000000 250000 20 1'),
  ('messages', 'messages_snoozed', '1000 250 1'),
  ('messages', 'messages_thread', '1000000 250000 3'),
  ('messages', 'messages_twin', '900000 250000 2'),
  ('messages', 'messages_unmarked', '1000 1'),
  ('messages', 'sqlite_autoindex_messages_1', '1000000 250000 1'),
  ('search_marks', 'search_marks', '3000000 750000 1000 1'),
  ('search_marks', 'search_marks_message', '3000000 750000 3');

-- Replaces the migrations of v0.1.0:
--   2026-11-21-mail.sql
--   2026-11-21-mailbox-sign-in.sql
--   2026-11-21-message-actions.sql
--   2026-11-21-message-counts.sql
--   2026-11-21-message-marks.sql
--   2026-11-21-message-senders.sql
--   2026-11-21-message-signs.sql
--   2026-11-21-message-sorting.sql
--   2026-11-21-message-transfer.sql
--   2026-11-21-repeated-changes.sql
--   2026-11-21-sending.sql
--   2026-11-21-sent-copy.sql
--   2026-11-21-sync-proof.sql
--   2026-11-21-told-places.sql
--   2026-11-21-visitors.sql
--   2026-11-21-writing.sql
--   2026-11-21-written-copies.sql
--   2026-11-21-written-to.sql
--   2026-11-21-written-words.sql
--   2026-11-22-account-safety.sql
--   2026-11-22-assistant.sql
--   2026-11-22-host-mail.sql
--   2026-11-22-mailed-links.sql
--   2026-11-22-models.sql
--   2026-11-22-notifications.sql
--   2026-11-22-passkeys.sql
--   2026-11-22-personal-tokens.sql
--   2026-11-22-profile.sql
--   2026-11-22-rules.sql
--   2026-11-22-sorting.sql
--   2026-11-22-summaries.sql
--   2026-11-22-templates.sql
--   2026-11-22-trusted-senders.sql
--   2026-11-22-visible-order.sql
--   2026-11-22-z-background-work.sql
--   2026-11-22-zz-daily-brief.sql
--   2026-11-22-zz-devices-before.sql
--   2026-11-22-zz-follow-ups.sql
--   2026-11-22-zz-sorting-use.sql
--   2026-11-22-zzz-follow-up-index.sql
--   2026-11-23-integrations.sql
--   2026-11-23-invitations.sql
--   2026-11-23-programs.sql
--   2026-11-23-slack.sql
--   2026-11-23-social-sign-in.sql
--   2026-11-24-briefs-in-chats.sql
--   2026-11-24-contacts.sql
--   2026-11-24-leases.sql
--   2026-11-24-programs.sql
--   2026-11-24-reply-reminders.sql
--   2026-11-24-saved-elsewhere.sql
--   2026-11-25-contact-places.sql
--   2026-11-26-administration.sql
--   2026-11-26-audit-log.sql
--   2026-11-26-begun-deliveries.sql
--   2026-11-26-confirmed-letters.sql
--   2026-11-26-contact-group-places.sql
--   2026-11-26-moved-events.sql
--   2026-11-26-operating-figures.sql
--   2026-11-26-quotas.sql
--   2026-11-27-engines.sql
--   2026-11-27-saved-searches.sql
--   2026-11-27-search-marks.sql
--   2026-11-27-undo-goes-on.sql
--   2026-11-28-attached-texts.sql
--   2026-11-28-bulk-standing.sql
--   2026-11-28-due-operations.sql
--   2026-11-28-failed-sign-ins.sql
--   2026-11-28-job-takes.sql
--   2026-11-29-import-size.sql
--   2026-11-29-made-backups.sql
--   2026-11-29-read-version.sql
--   2026-11-29-trouble-since.sql
--   2026-11-29-unreadable-count.sql
