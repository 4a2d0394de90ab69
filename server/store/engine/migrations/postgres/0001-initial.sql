-- The schema of Inlet 0.1.0. The row types in server/store explain the columns.
-- Columns are NOT NULL; no table has a foreign key: a user's rows are deleted by user_id.

-- Users, and how they sign in.

CREATE TABLE users (
  id text NOT NULL DEFAULT '',
  email text NOT NULL DEFAULT '',
  name text NOT NULL DEFAULT '',
  password_hash text NOT NULL DEFAULT '',
  role text NOT NULL DEFAULT '',
  created_at bigint NOT NULL DEFAULT 0,
  password_changed_at bigint NOT NULL DEFAULT 0,
  bio text NOT NULL DEFAULT '',
  avatar_version text NOT NULL DEFAULT '',
  disabled_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (id),
  UNIQUE (email)
);
-- Each job that is taken asks which users are disabled: usually none.
CREATE INDEX users_disabled ON users (disabled_at) WHERE disabled_at > 0;

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
CREATE INDEX sessions_user ON sessions (user_id);

CREATE TABLE avatars (
  user_id text NOT NULL DEFAULT '',
  type text NOT NULL DEFAULT '',
  content bytea NOT NULL DEFAULT '',
  PRIMARY KEY (user_id)
);

CREATE TABLE user_preferences (
  user_id text NOT NULL DEFAULT '',
  preferences_json text NOT NULL DEFAULT '{}',
  PRIMARY KEY (user_id)
);

CREATE TABLE authenticators (
  user_id text NOT NULL DEFAULT '',
  secret text NOT NULL DEFAULT '',
  is_confirmed smallint NOT NULL DEFAULT 0,
  last_step bigint NOT NULL DEFAULT 0,
  created_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id)
);

CREATE TABLE recovery_codes (
  user_id text NOT NULL DEFAULT '',
  code_hash text NOT NULL DEFAULT '',
  PRIMARY KEY (user_id, code_hash)
);

CREATE TABLE passkeys (
  user_id text NOT NULL DEFAULT '',
  id text NOT NULL DEFAULT '',
  credential_id text NOT NULL DEFAULT '',
  public_key text NOT NULL DEFAULT '',
  counter bigint NOT NULL DEFAULT 0,
  rp_id text NOT NULL DEFAULT '',
  name text NOT NULL DEFAULT '',
  transports_json text NOT NULL DEFAULT '[]',
  created_at bigint NOT NULL DEFAULT 0,
  last_used_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
);
CREATE UNIQUE INDEX passkeys_credential ON passkeys (credential_id);

-- Identities at other providers that users sign in with.
CREATE TABLE connected_sign_ins (
  user_id text NOT NULL DEFAULT '',
  id text NOT NULL DEFAULT '',
  provider text NOT NULL DEFAULT '',
  issuer text NOT NULL DEFAULT '',
  subject text NOT NULL DEFAULT '',
  address text NOT NULL DEFAULT '',
  created_at bigint NOT NULL DEFAULT 0,
  last_used_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
);
CREATE UNIQUE INDEX connected_sign_ins_identity ON connected_sign_ins (issuer, subject);

-- Sign-ins at another provider that are not finished yet.
CREATE TABLE sign_ins_on_their_way (
  token_hash text NOT NULL DEFAULT '',
  stage text NOT NULL DEFAULT '',
  user_id text NOT NULL DEFAULT '',
  browser_hash text NOT NULL DEFAULT '',
  content text NOT NULL DEFAULT '',
  expires_at bigint NOT NULL DEFAULT 0,
  created_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (token_hash)
);
CREATE INDEX sign_ins_on_their_way_browser ON sign_ins_on_their_way (browser_hash, created_at);
CREATE INDEX sign_ins_on_their_way_age ON sign_ins_on_their_way (created_at);
CREATE INDEX sign_ins_on_their_way_user ON sign_ins_on_their_way (user_id);

-- Devices that each user has signed in on. A row with an empty device_hash makes the next new device count as known.
CREATE TABLE known_devices (
  user_id text NOT NULL DEFAULT '',
  device_hash text NOT NULL DEFAULT '',
  last_seen_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, device_hash)
);

-- Failed sign-ins, counted across all processes.
CREATE TABLE failed_sign_ins (
  key_hash text NOT NULL DEFAULT '',
  id text NOT NULL DEFAULT '',
  failed_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (key_hash, id)
);
CREATE INDEX failed_sign_ins_by_time ON failed_sign_ins (failed_at);

-- Links sent by email, by the hash of their token.
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

-- Tokens that users give to programs. A revoked token is kept while its calls are listed.
CREATE TABLE api_tokens (
  user_id text NOT NULL DEFAULT '',
  id text NOT NULL DEFAULT '',
  name text NOT NULL DEFAULT '',
  token_hash text NOT NULL DEFAULT '',
  scopes_json text NOT NULL DEFAULT '[]',
  created_at bigint NOT NULL DEFAULT 0,
  expires_at bigint NOT NULL DEFAULT 0,
  last_used_at bigint NOT NULL DEFAULT 0,
  accounts_json text NOT NULL DEFAULT '',
  asks_first smallint NOT NULL DEFAULT 0,
  revoked_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
);
CREATE UNIQUE INDEX api_tokens_token ON api_tokens (token_hash);

CREATE TABLE api_token_calls (
  user_id text NOT NULL DEFAULT '',
  id text NOT NULL DEFAULT '',
  token_id text NOT NULL DEFAULT '',
  what text NOT NULL DEFAULT '',
  account_id text NOT NULL DEFAULT '',
  result text NOT NULL DEFAULT '',
  is_change smallint NOT NULL DEFAULT 0,
  created_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
);
CREATE INDEX api_token_calls_kept ON api_token_calls (user_id, token_id, is_change, id);

-- Mail accounts and folders.

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
  name text NOT NULL DEFAULT '',
  provider text NOT NULL DEFAULT '',
  imap_certificate text NOT NULL DEFAULT '',
  smtp_certificate text NOT NULL DEFAULT '',
  -- The time since which the account cannot reach its mail server, in milliseconds since 1970; 0: it can.
  trouble_since bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id),
  UNIQUE (id),
  UNIQUE (user_id, account_mail)
);

-- OAuth tokens of mail accounts that the user opened by signing in at the provider.
CREATE TABLE account_tokens (
  user_id text NOT NULL DEFAULT '',
  account_id text NOT NULL DEFAULT '',
  access_secret text NOT NULL DEFAULT '',
  refresh_secret text NOT NULL DEFAULT '',
  expires_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, account_id)
);

CREATE TABLE account_sync (
  user_id text NOT NULL DEFAULT '',
  account_id text NOT NULL DEFAULT '',
  sync_months bigint NOT NULL DEFAULT 0,
  traffic_day text NOT NULL DEFAULT '',
  traffic_bytes bigint NOT NULL DEFAULT 0,
  -- The number of messages to be read again when that began, and those still left; 0: none.
  older_count bigint NOT NULL DEFAULT 0,
  older_left bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, account_id)
);

CREATE TABLE oauth_flows (
  id text NOT NULL DEFAULT '',
  user_id text NOT NULL DEFAULT '',
  session_id text NOT NULL DEFAULT '',
  secret text NOT NULL DEFAULT '',
  expires_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
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
  is_wanted smallint NOT NULL DEFAULT 0,
  mailbox_id text NOT NULL DEFAULT '',
  is_excluded smallint NOT NULL DEFAULT 0,
  is_unstable smallint NOT NULL DEFAULT 0,
  is_view smallint NOT NULL DEFAULT 0,
  outside_count bigint NOT NULL DEFAULT 0,
  size_bytes bigint NOT NULL DEFAULT 0,
  -- The messages of the folder that the server counted and did not return at the last comparison.
  unreadable_count bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id),
  UNIQUE (id),
  UNIQUE (user_id, account_id, path)
);

-- Messages.

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
  snoozed_until bigint NOT NULL DEFAULT 0,
  list_key bigint NOT NULL DEFAULT 0,
  is_muted smallint NOT NULL DEFAULT 0,
  signs_json text NOT NULL DEFAULT '{}',
  category text NOT NULL DEFAULT '',
  category_chosen smallint NOT NULL DEFAULT 0,
  priority text NOT NULL DEFAULT '',
  priority_chosen smallint NOT NULL DEFAULT 0,
  provider_id text NOT NULL DEFAULT '',
  -- The line that lists show, and the version of the engine that made it; 0: none yet.
  summary text NOT NULL DEFAULT '',
  summary_version integer NOT NULL DEFAULT 0,
  -- 0: stored before the search marks; they are still to be made.
  marks_version smallint NOT NULL DEFAULT 0,
  -- The version of the parser that read the message (store/older-messages.ts); 0: an earlier one, it is to be read
  -- again.
  read_version smallint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id),
  UNIQUE (user_id, date_key)
) PARTITION BY HASH (user_id);
CREATE INDEX messages_header ON messages (user_id, account_id, message_id_header)
  WHERE message_id_header <> '';
CREATE INDEX messages_twin ON messages (user_id, twin_key) WHERE twin_key <> '';
CREATE INDEX messages_orphan ON messages (user_id, account_id, orphaned_at) WHERE orphaned_at > 0;
CREATE INDEX messages_snoozed ON messages (user_id, snoozed_until) WHERE snoozed_until > 0;
CREATE INDEX messages_returned ON messages (user_id, list_key) WHERE list_key > 0;
CREATE INDEX messages_provider ON messages (user_id, account_id, provider_id)
  WHERE provider_id <> '';
-- A list of conversations looks for newer messages in each. SQLite's index ends in the date anyway: it is the rowid.
CREATE INDEX messages_thread ON messages (user_id, thread_id, date_key);
-- Finds the newest messages of all users without a summary, without reading those that have one.
CREATE INDEX messages_summary ON messages (summary_version, date_key, user_id, id);
CREATE INDEX messages_unmarked ON messages (date_key) WHERE marks_version = 0;
-- Matches the condition of store/answered.ts.
CREATE INDEX messages_answered ON messages (user_id, date_key)
  WHERE strpos(flags_json, '\Answered"') > 0;
CREATE INDEX messages_size ON messages (user_id, size_bytes, date_key);
CREATE INDEX messages_older ON messages (user_id, account_id, date_key) WHERE read_version < 1;

-- The state of a message is repeated at each of its locations, so that a filtered list is a walk along one index.
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
  has_attachments smallint NOT NULL DEFAULT 0,
  category text NOT NULL DEFAULT '',
  priority text NOT NULL DEFAULT '',
  PRIMARY KEY (user_id, folder_id, uid)
) PARTITION BY HASH (user_id);
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
-- command that writes a location can then forget to count it. They run once per statement, because a trigger per row
-- would count one by one.
CREATE TABLE location_counts (
  user_id text NOT NULL DEFAULT '',
  folder_id text NOT NULL DEFAULT '',
  role text NOT NULL DEFAULT '',
  is_seen smallint NOT NULL DEFAULT 0,
  is_twin smallint NOT NULL DEFAULT 0,
  count bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, folder_id, role, is_seen, is_twin)
);

CREATE FUNCTION count_added_locations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO location_counts AS c (user_id, folder_id, role, is_seen, is_twin, count)
    SELECT user_id, folder_id, role, is_seen, is_twin, count(*)
    FROM added
    GROUP BY user_id, folder_id, role, is_seen, is_twin
    ORDER BY user_id, folder_id, role, is_seen, is_twin
    ON CONFLICT (user_id, folder_id, role, is_seen, is_twin)
    DO UPDATE SET count = c.count + excluded.count;
  RETURN NULL;
END $$;

CREATE FUNCTION count_removed_locations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE location_counts AS c SET count = c.count - r.count
    FROM (
      SELECT user_id, folder_id, role, is_seen, is_twin, count(*) AS count
      FROM removed
      GROUP BY user_id, folder_id, role, is_seen, is_twin
    ) AS r
    WHERE (c.user_id, c.folder_id, c.role, c.is_seen, c.is_twin)
      = (r.user_id, r.folder_id, r.role, r.is_seen, r.is_twin);
  DELETE FROM location_counts
    WHERE count = 0 AND user_id IN (SELECT user_id FROM removed);
  RETURN NULL;
END $$;

-- Writes nothing for what an update leaves as it was.
CREATE FUNCTION count_changed_locations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO location_counts AS c (user_id, folder_id, role, is_seen, is_twin, count)
    SELECT user_id, folder_id, role, is_seen, is_twin, sum(difference)
    FROM (
      SELECT user_id, folder_id, role, is_seen, is_twin, 1 AS difference FROM added
      UNION ALL
      SELECT user_id, folder_id, role, is_seen, is_twin, -1 FROM removed
    ) AS each
    GROUP BY user_id, folder_id, role, is_seen, is_twin
    HAVING sum(difference) <> 0
    ORDER BY user_id, folder_id, role, is_seen, is_twin
    ON CONFLICT (user_id, folder_id, role, is_seen, is_twin)
    DO UPDATE SET count = c.count + excluded.count;
  IF FOUND THEN
    DELETE FROM location_counts
      WHERE count = 0 AND user_id IN (SELECT user_id FROM removed);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER message_locations_added AFTER INSERT ON message_locations
  REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_added_locations();
CREATE TRIGGER message_locations_removed AFTER DELETE ON message_locations
  REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION count_removed_locations();
CREATE TRIGGER message_locations_changed AFTER UPDATE ON message_locations
  REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_changed_locations();

CREATE TABLE bodies (
  user_id text NOT NULL DEFAULT '',
  message_id text NOT NULL DEFAULT '',
  text text NOT NULL DEFAULT '',
  html text NOT NULL DEFAULT '',
  -- The text of the attached files. Messages stored before this column existed have none.
  attached text NOT NULL DEFAULT '',
  PRIMARY KEY (user_id, message_id)
) PARTITION BY HASH (user_id);

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
) PARTITION BY HASH (user_id);

CREATE TABLE thread_references (
  user_id text NOT NULL DEFAULT '',
  reference text NOT NULL DEFAULT '',
  thread_id text NOT NULL DEFAULT '',
  PRIMARY KEY (user_id, reference)
) PARTITION BY HASH (user_id);
CREATE INDEX thread_references_thread ON thread_references (user_id, thread_id);

-- The search index.
CREATE TABLE message_words (
  user_id text NOT NULL,
  date_key bigint NOT NULL,
  account_id text NOT NULL,
  words tsvector NOT NULL,
  PRIMARY KEY (user_id, date_key)
) PARTITION BY HASH (user_id);
-- Each search reads the list of pending entries whole, so it is kept short. Without it, writing costs 2.5 times as much.
CREATE INDEX message_words_words ON message_words USING gin (words) WITH (gin_pending_list_limit = 512);

-- Search terms besides words: kinds and names of files, links, lists, the address that a message was delivered to, and
-- copies.
CREATE TABLE search_marks (
  user_id text NOT NULL,
  mark text NOT NULL COLLATE "C",
  date_key bigint NOT NULL,
  PRIMARY KEY (user_id, mark, date_key)
);
CREATE INDEX search_marks_message ON search_marks (user_id, date_key);

CREATE TABLE saved_searches (
  user_id text NOT NULL DEFAULT '',
  id text NOT NULL DEFAULT '',
  name text NOT NULL DEFAULT '',
  query text NOT NULL DEFAULT '',
  created_at bigint NOT NULL DEFAULT 0,
  updated_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
);

-- Changing messages.

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
  kind text NOT NULL DEFAULT 'flags',
  target_folder_id text NOT NULL DEFAULT '',
  PRIMARY KEY (user_id, id),
  UNIQUE (id)
);
CREATE INDEX pending_operations_message ON pending_operations (user_id, message_id);
CREATE INDEX pending_operations_place ON pending_operations (user_id, folder_id, uid);
CREATE INDEX pending_operations_target ON pending_operations (user_id, target_folder_id)
  WHERE target_folder_id <> '';
-- Each list of folders counts the messages that are marked as deleted on the server.
CREATE INDEX pending_operations_left ON pending_operations (user_id, folder_id) WHERE kind = 'left';
-- The operations that a server can be sent now, the longest due first, without those that wait for a UID.
CREATE INDEX pending_operations_due ON pending_operations (account_id, run_at, id) WHERE uid > 0;

-- Changes that mail servers were sent just now.
CREATE TABLE told_places (
  user_id text NOT NULL DEFAULT '',
  account_id text NOT NULL DEFAULT '',
  folder_id text NOT NULL DEFAULT '',
  uid bigint NOT NULL DEFAULT 0,
  told_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, folder_id, uid)
);
CREATE INDEX told_places_age ON told_places (user_id, told_at);

CREATE TABLE labels (
  user_id text NOT NULL DEFAULT '',
  name_key text NOT NULL DEFAULT '',
  name text NOT NULL DEFAULT '',
  keyword text NOT NULL DEFAULT '',
  color text NOT NULL DEFAULT 'default',
  created_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, name_key)
);

CREATE TABLE muted_threads (
  user_id text NOT NULL DEFAULT '',
  thread_id text NOT NULL DEFAULT '',
  muted_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, thread_id)
);

CREATE TABLE blocked_senders (
  user_id text NOT NULL DEFAULT '',
  address text NOT NULL DEFAULT '',
  created_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, address)
);

CREATE TABLE trusted_senders (
  user_id text NOT NULL DEFAULT '',
  address text NOT NULL DEFAULT '',
  created_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, address)
);

CREATE TABLE undo_actions (
  user_id text NOT NULL DEFAULT '',
  id text NOT NULL DEFAULT '',
  created_at bigint NOT NULL DEFAULT 0,
  reverted bigint NOT NULL DEFAULT 0,
  -- The time until which a change can be undone beyond the usual time; 0: the usual time.
  kept_until bigint NOT NULL DEFAULT 0,
  -- The undo of a change of very many messages goes on in the background, to its end.
  undoing_since bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
);
CREATE INDEX undo_actions_age ON undo_actions (created_at);

CREATE TABLE undo_steps (
  user_id text NOT NULL DEFAULT '',
  undo_id text NOT NULL DEFAULT '',
  position bigint NOT NULL DEFAULT 0,
  steps_json text NOT NULL DEFAULT '[]',
  messages bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, undo_id, position)
);

CREATE TABLE bulk_changes (
  user_id text NOT NULL DEFAULT '',
  id text NOT NULL DEFAULT '',
  undo_id text NOT NULL DEFAULT '',
  selection_json text NOT NULL DEFAULT '{}',
  change_json text NOT NULL DEFAULT '{}',
  before_key bigint NOT NULL DEFAULT 0,
  created_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
);

-- The locations without a UID that a bulk change of all matching messages covered when it was requested.
CREATE TABLE bulk_standing (
  user_id text NOT NULL DEFAULT '',
  bulk_id text NOT NULL DEFAULT '',
  message_id text NOT NULL DEFAULT '',
  folder_id text NOT NULL DEFAULT '',
  PRIMARY KEY (user_id, bulk_id, message_id, folder_id)
);

-- Changes of mail that were requested with an idempotency key.
CREATE TABLE keyed_changes (
  user_id text NOT NULL DEFAULT '',
  key text NOT NULL DEFAULT '',
  request_hash text NOT NULL DEFAULT '',
  count bigint NOT NULL DEFAULT 0,
  is_changed bigint NOT NULL DEFAULT 0,
  created_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, key)
);
CREATE INDEX keyed_changes_age ON keyed_changes (created_at);

CREATE TABLE rules (
  id text NOT NULL,
  user_id text NOT NULL,
  text text NOT NULL DEFAULT '',
  query text NOT NULL DEFAULT '',
  actions_json text NOT NULL DEFAULT '{}',
  is_on bigint NOT NULL DEFAULT 1,
  created_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
);

CREATE TABLE journal (
  id text NOT NULL,
  user_id text NOT NULL,
  rule_id text NOT NULL,
  message_id text NOT NULL,
  text text NOT NULL DEFAULT '',
  actions_json text NOT NULL DEFAULT '{}',
  undo_id text NOT NULL DEFAULT '',
  problem text NOT NULL DEFAULT '',
  is_undone bigint NOT NULL DEFAULT 0,
  created_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
);
CREATE UNIQUE INDEX journal_once ON journal (user_id, rule_id, message_id);
CREATE INDEX journal_by_age ON journal (created_at);

-- Writing and sending.

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
  purpose text NOT NULL DEFAULT 'mail',
  request_hash text NOT NULL DEFAULT '',
  renamed_to text NOT NULL DEFAULT '',
  bounces_json text NOT NULL DEFAULT '[]',
  dismissed_at bigint NOT NULL DEFAULT 0,
  -- The user is reminded then if the email has no reply.
  remind_at bigint NOT NULL DEFAULT 0,
  remind_days integer NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id),
  UNIQUE (id)
);
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
  id text NOT NULL DEFAULT '',
  user_id text NOT NULL DEFAULT '',
  filename text NOT NULL DEFAULT '',
  type text NOT NULL DEFAULT '',
  size_bytes bigint NOT NULL DEFAULT 0,
  sha256 text NOT NULL DEFAULT '',
  created_at bigint NOT NULL DEFAULT 0,
  received_bytes bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
);
CREATE INDEX uploads_age ON uploads (created_at);

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
  -- Older copies of the draft on the mail server that a newer one replaces, until they are deleted.
  copy_leftovers_json text NOT NULL DEFAULT '[]',
  PRIMARY KEY (user_id, id)
);
CREATE INDEX drafts_copy ON drafts (user_id, copy_folder_id, copy_uid) WHERE copy_uid > 0;

CREATE TABLE approvals (
  user_id text NOT NULL DEFAULT '',
  id text NOT NULL DEFAULT '',
  account_id text NOT NULL DEFAULT '',
  token_id text NOT NULL DEFAULT '',
  program text NOT NULL DEFAULT '',
  sender text NOT NULL DEFAULT '',
  draft_id text NOT NULL DEFAULT '',
  draft_revision bigint NOT NULL DEFAULT 0,
  text text NOT NULL DEFAULT '',
  files_json text NOT NULL DEFAULT '[]',
  expires_at bigint NOT NULL DEFAULT 0,
  created_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
);
CREATE INDEX approvals_expiry ON approvals (expires_at);

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

CREATE TABLE templates (
  user_id text NOT NULL DEFAULT '',
  id text NOT NULL DEFAULT '',
  name text NOT NULL DEFAULT '',
  subject text NOT NULL DEFAULT '',
  body text NOT NULL DEFAULT '',
  created_at bigint NOT NULL DEFAULT 0,
  updated_at bigint NOT NULL DEFAULT 0,
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
-- Recipient completion reads the most frequent correspondents first and stops when it has enough.
CREATE INDEX correspondents_often ON correspondents (user_id, sent, received);

-- Recipient completion finds a rare prefix here: a search among the most frequent correspondents alone would read them
-- all. Words of scripts without spaces are found from each of their letters on (store/count-correspondents.ts).
CREATE TABLE correspondent_words (
  user_id text NOT NULL DEFAULT '',
  word text NOT NULL DEFAULT '' COLLATE "C",
  address text NOT NULL DEFAULT '',
  account_id text NOT NULL DEFAULT '',
  PRIMARY KEY (user_id, word, address, account_id)
);

-- Import of mail from files.

CREATE TABLE imports (
  id text NOT NULL DEFAULT '',
  user_id text NOT NULL DEFAULT '',
  account_id text NOT NULL DEFAULT '',
  filename text NOT NULL DEFAULT '',
  folder_path text NOT NULL DEFAULT '',
  sha256 text NOT NULL DEFAULT '',
  state text NOT NULL DEFAULT '',
  error_code text NOT NULL DEFAULT '',
  position bigint NOT NULL DEFAULT 0,
  imported bigint NOT NULL DEFAULT 0,
  skipped bigint NOT NULL DEFAULT 0,
  refused bigint NOT NULL DEFAULT 0,
  created_at bigint NOT NULL DEFAULT 0,
  -- The size of the file, which counts toward the user's quota while the import runs.
  size_bytes bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id),
  UNIQUE (id)
);

-- Sorting, summaries, the assistant and follow-ups.

CREATE TABLE classifications (
  user_id text NOT NULL DEFAULT '',
  message_id text NOT NULL DEFAULT '',
  version text NOT NULL DEFAULT '',
  category text NOT NULL DEFAULT '',
  priority text NOT NULL DEFAULT '',
  reason_json text NOT NULL DEFAULT '{}',
  turn text NOT NULL DEFAULT '',
  created_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, message_id)
) PARTITION BY HASH (user_id);
CREATE INDEX classifications_turn ON classifications (user_id, turn) WHERE turn <> '';

CREATE TABLE unsorted_messages (
  user_id text NOT NULL DEFAULT '',
  message_id text NOT NULL DEFAULT '',
  account_id text NOT NULL DEFAULT '',
  date_key bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, message_id)
);
CREATE INDEX unsorted_messages_newest ON unsorted_messages (user_id, account_id, date_key);

CREATE TABLE sorting_lessons (
  user_id text NOT NULL DEFAULT '',
  message_id text NOT NULL DEFAULT '',
  category text NOT NULL DEFAULT '',
  priority text NOT NULL DEFAULT '',
  features_json text NOT NULL DEFAULT '',
  created_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, message_id)
);

CREATE TABLE sorting_weights (
  user_id text NOT NULL DEFAULT '',
  weights_json text NOT NULL DEFAULT '{}',
  version text NOT NULL DEFAULT '',
  PRIMARY KEY (user_id)
);

CREATE TABLE sender_sorting (
  user_id text NOT NULL DEFAULT '',
  address text NOT NULL DEFAULT '',
  category text NOT NULL DEFAULT '',
  priority text NOT NULL DEFAULT '',
  created_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, address)
);

CREATE TABLE sorting_uses (
  user_id text NOT NULL DEFAULT '',
  message_id text NOT NULL DEFAULT '',
  act text NOT NULL DEFAULT '',
  signals_json text NOT NULL DEFAULT '',
  created_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, message_id, act)
);

-- Summaries of messages, made once for each content.
CREATE TABLE summaries (
  user_id text NOT NULL DEFAULT '',
  message_id text NOT NULL DEFAULT '',
  engine text NOT NULL DEFAULT '',
  content_hash text NOT NULL DEFAULT '',
  value_json text NOT NULL DEFAULT '{}',
  created_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, message_id, engine)
);

CREATE TABLE chat_turns (
  user_id text NOT NULL DEFAULT '',
  id text NOT NULL DEFAULT '',
  query text NOT NULL DEFAULT '',
  answer_json text NOT NULL DEFAULT '{}',
  created_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
);

-- The model that a user allows Inlet to query.
CREATE TABLE model_settings (
  user_id text NOT NULL DEFAULT '',
  is_on bigint NOT NULL DEFAULT 0,
  is_own bigint NOT NULL DEFAULT 0,
  provider text NOT NULL DEFAULT '',
  base_url text NOT NULL DEFAULT '',
  model text NOT NULL DEFAULT '',
  secret text NOT NULL DEFAULT '',
  excluded_accounts_json text NOT NULL DEFAULT '[]',
  daily_tokens bigint NOT NULL DEFAULT 0,
  daily_micros bigint NOT NULL DEFAULT 0,
  probed text NOT NULL DEFAULT '',
  rung text NOT NULL DEFAULT '',
  probed_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id)
);

CREATE TABLE model_calls (
  user_id text NOT NULL DEFAULT '',
  id text NOT NULL DEFAULT '',
  created_at bigint NOT NULL DEFAULT 0,
  task text NOT NULL DEFAULT '',
  provider text NOT NULL DEFAULT '',
  model text NOT NULL DEFAULT '',
  host text NOT NULL DEFAULT '',
  rung text NOT NULL DEFAULT '',
  message_ids_json text NOT NULL DEFAULT '[]',
  sent_chars bigint NOT NULL DEFAULT 0,
  outcome text NOT NULL DEFAULT '',
  requests bigint NOT NULL DEFAULT 0,
  input_tokens bigint NOT NULL DEFAULT 0,
  output_tokens bigint NOT NULL DEFAULT 0,
  cost_micros bigint NOT NULL DEFAULT 0,
  received_chars bigint NOT NULL DEFAULT 0,
  duration_ms bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
);
CREATE INDEX model_calls_created ON model_calls (user_id, created_at);

CREATE TABLE follow_up_settings (
  user_id text NOT NULL DEFAULT '',
  settings_json text NOT NULL DEFAULT '{}',
  PRIMARY KEY (user_id)
);

CREATE TABLE follow_up_choices (
  user_id text NOT NULL DEFAULT '',
  thread_id text NOT NULL DEFAULT '',
  put_off_until bigint NOT NULL DEFAULT 0,
  is_off smallint NOT NULL DEFAULT 0,
  chosen_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, thread_id)
);

CREATE TABLE follow_up_returns (
  user_id text NOT NULL DEFAULT '',
  thread_id text NOT NULL DEFAULT '',
  since bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, thread_id)
);

CREATE TABLE prepared_answers (
  user_id text NOT NULL DEFAULT '',
  message_id text NOT NULL DEFAULT '',
  text text NOT NULL DEFAULT '',
  version integer NOT NULL DEFAULT 0,
  is_dropped smallint NOT NULL DEFAULT 0,
  created_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, message_id)
);

-- Contacts and invitations.

CREATE TABLE contacts (
  user_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL DEFAULT '',
  organization text NOT NULL DEFAULT '',
  notes text NOT NULL DEFAULT '',
  words text NOT NULL DEFAULT '',
  vcard text NOT NULL DEFAULT '',
  uid text NOT NULL DEFAULT '',
  deleted_at bigint NOT NULL DEFAULT 0,
  created_at bigint NOT NULL DEFAULT 0,
  updated_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
);
CREATE INDEX contacts_by_deletion ON contacts (deleted_at) WHERE deleted_at > 0;

CREATE TABLE contact_addresses (
  user_id text NOT NULL,
  contact_id text NOT NULL,
  address text NOT NULL DEFAULT '',
  address_key text NOT NULL DEFAULT '',
  position bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, contact_id, address_key)
);
CREATE INDEX contact_addresses_by_key ON contact_addresses (user_id, address_key);

CREATE TABLE contact_groups (
  user_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL DEFAULT '',
  created_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
);

CREATE TABLE contact_group_members (
  user_id text NOT NULL,
  group_id text NOT NULL,
  contact_id text NOT NULL,
  PRIMARY KEY (user_id, group_id, contact_id)
);
CREATE INDEX contact_group_members_by_contact ON contact_group_members (user_id, contact_id);

-- The locations of contacts in address books on other servers.
CREATE TABLE contact_places (
  user_id text NOT NULL,
  integration_id text NOT NULL,
  href text NOT NULL,
  etag text NOT NULL DEFAULT '',
  contact_id text NOT NULL,
  said_json text NOT NULL DEFAULT '',
  PRIMARY KEY (user_id, integration_id, href)
);
CREATE UNIQUE INDEX contact_places_by_contact ON contact_places (user_id, integration_id, contact_id);

-- The locations of contact groups in address books on other servers.
CREATE TABLE contact_group_places (
  user_id text NOT NULL,
  integration_id text NOT NULL,
  href text NOT NULL,
  etag text NOT NULL DEFAULT '',
  group_id text NOT NULL,
  said_json text NOT NULL DEFAULT '',
  PRIMARY KEY (user_id, integration_id, href)
);
CREATE UNIQUE INDEX contact_group_places_by_group ON contact_group_places (user_id, integration_id, group_id);

CREATE TABLE calendar_messages (
  user_id text NOT NULL DEFAULT '',
  message_id text NOT NULL DEFAULT '',
  uid text NOT NULL DEFAULT '',
  recurrence_id text NOT NULL DEFAULT '',
  method text NOT NULL DEFAULT '',
  organiser text NOT NULL DEFAULT '',
  sequence integer NOT NULL DEFAULT 0,
  stamped_at bigint NOT NULL DEFAULT 0,
  starts_at bigint NOT NULL DEFAULT 0,
  ends_at bigint NOT NULL DEFAULT 0,
  content_json text NOT NULL DEFAULT '{}',
  source text NOT NULL DEFAULT '',
  PRIMARY KEY (user_id, message_id)
);
CREATE INDEX calendar_messages_uid ON calendar_messages (user_id, uid);
CREATE INDEX calendar_messages_time ON calendar_messages (user_id, ends_at);

CREATE TABLE calendar_answers (
  user_id text NOT NULL DEFAULT '',
  uid text NOT NULL DEFAULT '',
  recurrence_id text NOT NULL DEFAULT '',
  organiser text NOT NULL DEFAULT '',
  attendee text NOT NULL DEFAULT '',
  number integer NOT NULL DEFAULT 0,
  answer text NOT NULL DEFAULT '',
  sequence integer NOT NULL DEFAULT 0,
  message_id text NOT NULL DEFAULT '',
  outbox_id text NOT NULL DEFAULT '',
  answered_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, uid, recurrence_id, number)
);

-- Events that their organizer moved to a time that a guest proposed.
CREATE TABLE calendar_moves (
  user_id text NOT NULL,
  message_id text NOT NULL,
  number bigint NOT NULL,
  uid text NOT NULL,
  sequence bigint NOT NULL DEFAULT 0,
  source text NOT NULL DEFAULT '',
  outbox_id text NOT NULL DEFAULT '',
  PRIMARY KEY (user_id, message_id, number)
);
CREATE INDEX calendar_moves_by_event ON calendar_moves (user_id, uid);
CREATE INDEX calendar_moves_by_outbox ON calendar_moves (user_id, outbox_id);

-- Notifications and integrations.

CREATE TABLE push_subscriptions (
  user_id text NOT NULL DEFAULT '',
  id text NOT NULL DEFAULT '',
  session_id text NOT NULL DEFAULT '',
  secret text NOT NULL DEFAULT '',
  created_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
);
CREATE INDEX push_subscriptions_id ON push_subscriptions (id);

CREATE TABLE due_notifications (
  user_id text NOT NULL DEFAULT '',
  subscription_id text NOT NULL DEFAULT '',
  message_id text NOT NULL DEFAULT '',
  created_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, subscription_id, message_id)
);

CREATE TABLE presences (
  user_id text NOT NULL DEFAULT '',
  tab_id text NOT NULL DEFAULT '',
  visible_until bigint NOT NULL DEFAULT 0,
  -- The number of the page's report: reports may arrive in another order.
  word bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, tab_id)
);

CREATE TABLE daily_summaries (
  user_id text NOT NULL DEFAULT '',
  last_day text NOT NULL DEFAULT '',
  since bigint NOT NULL DEFAULT 0,
  seen_day text NOT NULL DEFAULT '',
  PRIMARY KEY (user_id)
);

CREATE TABLE integrations (
  id text NOT NULL,
  user_id text NOT NULL,
  kind text NOT NULL,
  name text NOT NULL DEFAULT '',
  external_id text NOT NULL DEFAULT '',
  state text NOT NULL DEFAULT 'active',
  reason text NOT NULL DEFAULT '',
  secret text NOT NULL DEFAULT '',
  config_json text NOT NULL DEFAULT '{}',
  events_json text NOT NULL DEFAULT '[]',
  alerts_json text NOT NULL DEFAULT '',
  hold_until bigint NOT NULL DEFAULT 0,
  created_at bigint NOT NULL DEFAULT 0,
  updated_at bigint NOT NULL DEFAULT 0,
  -- The time since which the daily brief is sent there too; 0: it is not.
  brief_from bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
);
CREATE INDEX integrations_by_external ON integrations (kind, external_id);

CREATE TABLE deliveries (
  id text NOT NULL,
  user_id text NOT NULL,
  integration_id text NOT NULL,
  event_id text NOT NULL,
  kind text NOT NULL,
  payload_json text NOT NULL DEFAULT '{}',
  state text NOT NULL DEFAULT 'waiting',
  attempts bigint NOT NULL DEFAULT 0,
  next_at bigint NOT NULL DEFAULT 0,
  expires_at bigint NOT NULL DEFAULT 0,
  answer text NOT NULL DEFAULT '',
  created_at bigint NOT NULL DEFAULT 0,
  updated_at bigint NOT NULL DEFAULT 0,
  -- The page or card that the message was saved as.
  link text NOT NULL DEFAULT '',
  -- The number of attempts begun: more than ended means that the last one was cut off.
  begun bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
);
CREATE UNIQUE INDEX deliveries_once ON deliveries (user_id, integration_id, event_id);
CREATE INDEX deliveries_due ON deliveries (user_id, integration_id, state, next_at);
CREATE INDEX deliveries_by_age ON deliveries (state, updated_at);
-- Each message is requested with all places that it was saved to.
CREATE INDEX deliveries_of_event ON deliveries (user_id, event_id);

-- Buttons pressed in Slack that were answered there: the same press is not answered again.
CREATE TABLE slack_presses (
  user_id text NOT NULL,
  id text NOT NULL,
  created_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
);

-- Changes for open pages, and background work.

CREATE TABLE changes (
  user_id text NOT NULL DEFAULT '',
  seq bigint NOT NULL DEFAULT 0,
  kind text NOT NULL DEFAULT '',
  ids_json text NOT NULL DEFAULT '[]',
  created_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, seq)
) PARTITION BY HASH (user_id);
CREATE INDEX changes_age ON changes (created_at);

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
  -- The reason why the last attempt of the job failed, and the number of failures in a row. They go with the job.
  error_code text NOT NULL DEFAULT '',
  failures bigint NOT NULL DEFAULT 0,
  failed_at bigint NOT NULL DEFAULT 0,
  -- The attempt that a running job belongs to: a process whose lease ran out must not end the attempt of its successor.
  take_id text NOT NULL DEFAULT '',
  PRIMARY KEY (id),
  UNIQUE (kind, subject_id)
);
CREATE INDEX jobs_due ON jobs (run_at);
-- Finds due jobs of some kinds, however many of the others wait.
CREATE INDEX jobs_kind_due ON jobs (kind, held_until, run_at);
CREATE INDEX jobs_failed ON jobs (failed_at) WHERE failed_at > 0;

-- Work that only one process may do at a time, where several processes share one database.
CREATE TABLE leases (
  name text NOT NULL,
  holder text NOT NULL,
  -- It increases with each holder: a holder whose lease ran out finds a higher one.
  fence bigint NOT NULL,
  held_until bigint NOT NULL,
  PRIMARY KEY (name)
);

-- Processes that sync mailboxes and run jobs, each until its time runs out.
CREATE TABLE engines (
  holder text NOT NULL,
  -- By the clock of the database.
  held_until bigint NOT NULL,
  PRIMARY KEY (holder)
);

-- The process that works for each user; an empty holder means none.
CREATE TABLE engine_leases (
  user_id text NOT NULL,
  holder text NOT NULL,
  -- It increases with each holder: a holder whose lease ran out finds a higher one.
  fence bigint NOT NULL,
  PRIMARY KEY (user_id)
);
CREATE INDEX engine_leases_holder ON engine_leases (holder);

-- The server and its administrators.

-- Settings that administrators change, such as who may register.
CREATE TABLE server_settings (
  name text NOT NULL,
  value text NOT NULL DEFAULT '',
  PRIMARY KEY (name)
);

CREATE TABLE server_keys (
  name text NOT NULL DEFAULT '',
  public_key text NOT NULL DEFAULT '',
  secret text NOT NULL DEFAULT '',
  created_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (name)
);

CREATE TABLE signup_invitations (
  id text NOT NULL,
  token_hash text NOT NULL DEFAULT '',
  email text NOT NULL DEFAULT '',
  created_at bigint NOT NULL DEFAULT 0,
  expires_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (id)
);
CREATE UNIQUE INDEX signup_invitations_token ON signup_invitations (token_hash);

-- Requests for a demo from visitors of the landing page.
CREATE TABLE demo_requests (
  id text NOT NULL DEFAULT '',
  name text NOT NULL DEFAULT '',
  email text NOT NULL DEFAULT '',
  starts_at bigint NOT NULL DEFAULT 0,
  zone text NOT NULL DEFAULT '',
  note text NOT NULL DEFAULT '',
  created_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (id)
);

-- Emails of the server itself that wait for its mail server.
CREATE TABLE host_mails (
  id text NOT NULL DEFAULT '',
  user_id text NOT NULL DEFAULT '',
  content text NOT NULL DEFAULT '',
  expires_at bigint NOT NULL DEFAULT 0,
  created_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (id)
);
CREATE INDEX host_mails_user ON host_mails (user_id);

-- The use of each limit by each user, hour by hour, for a day.
CREATE TABLE quota_uses (
  user_id text NOT NULL,
  what text NOT NULL,
  -- Hours since 1970.
  hour bigint NOT NULL,
  used bigint NOT NULL,
  -- The uses refused in that hour.
  refused bigint NOT NULL,
  PRIMARY KEY (user_id, what, hour)
);

-- The backups in the folder of each process, as it last listed them: each process sees the files of its own folder only.
CREATE TABLE made_backups (
  host text NOT NULL,
  folder text NOT NULL,
  file text NOT NULL,
  kind text NOT NULL,
  made_at bigint NOT NULL,
  size_bytes bigint NOT NULL,
  noted_at bigint NOT NULL,
  PRIMARY KEY (host, folder, file)
);

-- Security events. Entries are only added, each with the hash of the one before.
CREATE TABLE audit_log (
  seq bigint NOT NULL,
  created_at bigint NOT NULL,
  kind text NOT NULL,
  user_id text NOT NULL DEFAULT '',
  actor_id text NOT NULL DEFAULT '',
  before_id text NOT NULL DEFAULT '',
  after_id text NOT NULL DEFAULT '',
  details_hash text NOT NULL DEFAULT '',
  previous_hash text NOT NULL,
  hash text NOT NULL,
  PRIMARY KEY (seq)
);
CREATE INDEX audit_log_of_user ON audit_log (user_id, seq);

-- The personal details of audit entries, which are deleted with the user.
CREATE TABLE audit_details (
  user_id text NOT NULL,
  seq bigint NOT NULL,
  created_at bigint NOT NULL,
  salt text NOT NULL,
  address text NOT NULL DEFAULT '',
  program_id text NOT NULL DEFAULT '',
  label text NOT NULL DEFAULT '',
  PRIMARY KEY (user_id, seq)
);
CREATE INDEX audit_details_by_age ON audit_details (created_at);
CREATE INDEX audit_details_by_seq ON audit_details (seq);

-- The end of the audit chain. A process that adds an entry locks this row until the entry is written.
CREATE TABLE audit_head (
  id bigint NOT NULL,
  seq bigint NOT NULL,
  hash text NOT NULL,
  PRIMARY KEY (id)
);

INSERT INTO audit_head (id, seq, hash) VALUES (1, 0, '');

-- Tables with rows for each message are divided by user: docs/decisions/2026-11-23-postgresql-partitions.md has the reasons, and
-- why into so many.
DO $$
DECLARE
  divided text;
BEGIN
  FOREACH divided IN ARRAY ARRAY[
    'messages', 'message_locations', 'bodies', 'attachments', 'message_words', 'thread_references', 'classifications',
    'changes'
  ] LOOP
    FOR part IN 0..7 LOOP
      EXECUTE format(
        'CREATE TABLE %I PARTITION OF %I FOR VALUES WITH (MODULUS 8, REMAINDER %s)',
        divided || '_p' || part, divided, part
      );
    END LOOP;
  END LOOP;
END $$;

-- Autovacuum analyzes partitions and never a partitioned table as a whole. Analyzed while empty, a partition counts as empty
-- and not as the ten pages that the planner assumes of a table it knows nothing about.
ANALYZE messages;
ANALYZE message_locations;
ANALYZE bodies;
ANALYZE attachments;
ANALYZE message_words;
ANALYZE thread_references;
ANALYZE classifications;
ANALYZE changes;

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
--   2026-11-21-thread-order.sql
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
--   2026-11-27-partitions.sql
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
