-- A message that was sent and whose copy the mail server does not take needs the person too.

DROP INDEX outbox_open;
CREATE INDEX outbox_open ON outbox (user_id, created_at)
  WHERE dismissed_at = 0
    AND (state IN ('queued', 'sending', 'failed', 'unknown') OR bounces_json <> '[]' OR (state = 'accepted' AND error <> ''));
