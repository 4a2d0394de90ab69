-- Moves, labels, snoozing, muting and undo. What each column means stands in store/tables.ts.

ALTER TABLE pending_operations ADD COLUMN kind text NOT NULL DEFAULT 'flags';
ALTER TABLE pending_operations ADD COLUMN target_folder_id text NOT NULL DEFAULT '';
ALTER TABLE messages ADD COLUMN snoozed_until bigint NOT NULL DEFAULT 0;
ALTER TABLE messages ADD COLUMN list_key bigint NOT NULL DEFAULT 0;
ALTER TABLE messages ADD COLUMN is_muted smallint NOT NULL DEFAULT 0;
ALTER TABLE folders ADD COLUMN is_wanted smallint NOT NULL DEFAULT 0;

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

CREATE TABLE undo_actions (
  user_id text NOT NULL DEFAULT '',
  id text NOT NULL DEFAULT '',
  created_at bigint NOT NULL DEFAULT 0,
  reverted bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
);

CREATE TABLE undo_steps (
  user_id text NOT NULL DEFAULT '',
  undo_id text NOT NULL DEFAULT '',
  position bigint NOT NULL DEFAULT 0,
  steps_json text NOT NULL DEFAULT '[]',
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

CREATE INDEX pending_operations_place ON pending_operations (user_id, folder_id, uid);
CREATE INDEX pending_operations_target ON pending_operations (user_id, target_folder_id)
  WHERE target_folder_id <> '';
CREATE INDEX messages_snoozed ON messages (user_id, snoozed_until)
  WHERE snoozed_until > 0;
CREATE INDEX messages_returned ON messages (user_id, list_key)
  WHERE list_key > 0;
CREATE INDEX undo_actions_age ON undo_actions (created_at);

-- With the role in it, a folder's list passes over what is snoozed without leaving the index; with the date in it, the
-- index of unread messages is a list too.
DROP INDEX message_locations_folder_list;
CREATE INDEX message_locations_folder_list
  ON message_locations (user_id, folder_id, date_key, role);
DROP INDEX message_locations_unread;
CREATE INDEX message_locations_unread ON message_locations (user_id, role, date_key)
  WHERE is_seen = 0 AND is_twin = 0;
DROP INDEX message_locations_unread_in_folder;
CREATE INDEX message_locations_unread_in_folder
  ON message_locations (user_id, folder_id, role, date_key)
  WHERE is_seen = 0;
