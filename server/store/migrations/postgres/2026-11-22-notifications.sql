-- Who is told of new mail, where, and what is still to be told. What each column means stands in store/notification-tables.ts.

CREATE TABLE push_subscriptions (
  user_id text NOT NULL DEFAULT '',
  id text NOT NULL DEFAULT '',
  session_id text NOT NULL DEFAULT '',
  secret text NOT NULL DEFAULT '',
  created_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
);

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
  PRIMARY KEY (user_id, tab_id)
);

CREATE TABLE daily_summaries (
  user_id text NOT NULL DEFAULT '',
  last_day text NOT NULL DEFAULT '',
  PRIMARY KEY (user_id)
);

CREATE TABLE server_keys (
  name text NOT NULL DEFAULT '',
  public_key text NOT NULL DEFAULT '',
  secret text NOT NULL DEFAULT '',
  created_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (name)
);

CREATE INDEX push_subscriptions_id ON push_subscriptions (id);
