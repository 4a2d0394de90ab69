-- Lists of folders are asked for all the time and must not count a mailbox each time. Triggers, because no command that
-- writes a place can then forget to count it; once for each statement, because a row would be counted one by one.

CREATE TABLE location_counts (
  user_id text NOT NULL DEFAULT '',
  folder_id text NOT NULL DEFAULT '',
  role text NOT NULL DEFAULT '',
  is_seen smallint NOT NULL DEFAULT 0,
  is_twin smallint NOT NULL DEFAULT 0,
  count bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, folder_id, role, is_seen, is_twin)
);

INSERT INTO location_counts (user_id, folder_id, role, is_seen, is_twin, count)
  SELECT user_id, folder_id, role, is_seen, is_twin, count(*)
  FROM message_locations
  GROUP BY user_id, folder_id, role, is_seen, is_twin;

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

-- What an update leaves as it was is written nowhere.
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
