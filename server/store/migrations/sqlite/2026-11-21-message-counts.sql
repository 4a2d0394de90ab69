-- Lists of folders are asked for all the time and must not count a mailbox each time. Triggers, because no command that
-- writes a place can then forget to count it.

CREATE TABLE location_counts (
  user_id TEXT NOT NULL DEFAULT '',
  folder_id TEXT NOT NULL DEFAULT '',
  role TEXT NOT NULL DEFAULT '',
  is_seen INTEGER NOT NULL DEFAULT 0,
  is_twin INTEGER NOT NULL DEFAULT 0,
  count INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, folder_id, role, is_seen, is_twin)
) STRICT, WITHOUT ROWID;

INSERT INTO location_counts (user_id, folder_id, role, is_seen, is_twin, count)
  SELECT user_id, folder_id, role, is_seen, is_twin, count(*)
  FROM message_locations
  GROUP BY user_id, folder_id, role, is_seen, is_twin;

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
