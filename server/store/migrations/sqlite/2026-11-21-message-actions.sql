-- Moves, labels, snoozing, muting and undo. What each column means stands in store/tables.ts.

ALTER TABLE pending_operations ADD COLUMN kind TEXT NOT NULL DEFAULT 'flags';
ALTER TABLE pending_operations ADD COLUMN target_folder_id TEXT NOT NULL DEFAULT '';
ALTER TABLE messages ADD COLUMN snoozed_until INTEGER NOT NULL DEFAULT 0;
ALTER TABLE messages ADD COLUMN list_key INTEGER NOT NULL DEFAULT 0;
ALTER TABLE messages ADD COLUMN is_muted INTEGER NOT NULL DEFAULT 0;
ALTER TABLE folders ADD COLUMN is_wanted INTEGER NOT NULL DEFAULT 0;

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

CREATE TABLE undo_actions (
  user_id TEXT NOT NULL DEFAULT '',
  id TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL DEFAULT 0,
  reverted INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
) STRICT;

CREATE TABLE undo_steps (
  user_id TEXT NOT NULL DEFAULT '',
  undo_id TEXT NOT NULL DEFAULT '',
  position INTEGER NOT NULL DEFAULT 0,
  steps_json TEXT NOT NULL DEFAULT '[]',
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

DELETE FROM sqlite_stat1 WHERE idx IN (
  'message_locations_folder_list',
  'message_locations_unread',
  'message_locations_unread_in_folder'
);
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('messages', 'messages_snoozed', '1000 250 1'),
  ('messages', 'messages_returned', '1000 250 1'),
  ('message_locations', 'message_locations_folder_list', '1000000 250000 10000 1 1'),
  ('message_locations', 'message_locations_unread', '100000 25000 5000 1'),
  ('message_locations', 'message_locations_unread_in_folder', '100000 25000 1000 1000 1');
