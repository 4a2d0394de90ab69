-- A letter that was put back from a backup waits for its writer's word.

DROP INDEX outbox_open;
CREATE INDEX outbox_open ON outbox (user_id, created_at)
  WHERE dismissed_at = 0
    AND (state IN ('queued', 'sending', 'failed', 'unknown', 'confirm') OR bounces_json <> '[]' OR (state = 'accepted' AND error <> ''));
