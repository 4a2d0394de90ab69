-- Whoever signed up before devices were noted has signed in on some that nobody knows: the first of theirs is no news.

INSERT INTO known_devices (user_id, device_hash, last_seen_at)
SELECT users.id, '', began.applied_at
FROM users CROSS JOIN schema_migrations AS began
WHERE began.name = '2026-11-22-mailed-links.sql'
  AND users.created_at < began.applied_at
  AND users.password_changed_at < began.applied_at
  AND NOT EXISTS (SELECT 1 FROM known_devices AS known WHERE known.user_id = users.id);
