-- Who is told of new mail, where, and what is still to be told. What each column means stands in store/notification-tables.ts.

CREATE TABLE push_subscriptions (
  user_id TEXT NOT NULL DEFAULT '',
  id TEXT NOT NULL DEFAULT '',
  session_id TEXT NOT NULL DEFAULT '',
  secret TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
) STRICT;

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
  PRIMARY KEY (user_id, tab_id)
) STRICT;

CREATE TABLE daily_summaries (
  user_id TEXT NOT NULL DEFAULT '',
  last_day TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (user_id)
) STRICT;

CREATE TABLE server_keys (
  name TEXT NOT NULL DEFAULT '',
  public_key TEXT NOT NULL DEFAULT '',
  secret TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (name)
) STRICT;

CREATE INDEX push_subscriptions_id ON push_subscriptions (id);
