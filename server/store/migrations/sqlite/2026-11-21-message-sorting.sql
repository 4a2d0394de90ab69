-- What a message is about, how urgent it is, and whether it carries files: repeated at each of its places, so that a
-- list narrowed to them is a walk along an index.

ALTER TABLE messages ADD COLUMN category TEXT NOT NULL DEFAULT '';
ALTER TABLE messages ADD COLUMN category_chosen INTEGER NOT NULL DEFAULT 0;
ALTER TABLE messages ADD COLUMN priority TEXT NOT NULL DEFAULT '';
ALTER TABLE messages ADD COLUMN priority_chosen INTEGER NOT NULL DEFAULT 0;
ALTER TABLE message_locations ADD COLUMN has_attachments INTEGER NOT NULL DEFAULT 0;
ALTER TABLE message_locations ADD COLUMN category TEXT NOT NULL DEFAULT '';
ALTER TABLE message_locations ADD COLUMN priority TEXT NOT NULL DEFAULT '';

UPDATE message_locations SET has_attachments = 1
  WHERE (user_id, message_id) IN (SELECT user_id, id FROM messages WHERE has_attachments = 1);

CREATE INDEX message_locations_attached ON message_locations (user_id, role, date_key)
  WHERE has_attachments = 1 AND is_twin = 0;
CREATE INDEX message_locations_attached_in_folder
  ON message_locations (user_id, folder_id, date_key, role)
  WHERE has_attachments = 1;
CREATE INDEX message_locations_category ON message_locations (user_id, role, category, date_key)
  WHERE category <> '' AND is_twin = 0;
CREATE INDEX message_locations_category_in_folder
  ON message_locations (user_id, folder_id, category, date_key, role)
  WHERE category <> '';
CREATE INDEX message_locations_priority ON message_locations (user_id, role, priority, date_key)
  WHERE priority <> '' AND is_twin = 0;
CREATE INDEX message_locations_priority_in_folder
  ON message_locations (user_id, folder_id, priority, date_key, role)
  WHERE priority <> '';

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('message_locations', 'message_locations_attached', '200000 50000 10000 1'),
  ('message_locations', 'message_locations_attached_in_folder', '200000 50000 2000 1 1'),
  ('message_locations', 'message_locations_category', '900000 225000 50000 7000 1'),
  ('message_locations', 'message_locations_category_in_folder', '900000 225000 10000 1500 1 1'),
  ('message_locations', 'message_locations_priority', '900000 225000 50000 15000 1'),
  ('message_locations', 'message_locations_priority_in_folder', '900000 225000 10000 3000 1 1');
