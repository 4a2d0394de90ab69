-- What mails say of events, and what the person answered. What each column means stands in store/invitation-tables.ts.

CREATE TABLE calendar_messages (
  user_id TEXT NOT NULL DEFAULT '',
  message_id TEXT NOT NULL DEFAULT '',
  uid TEXT NOT NULL DEFAULT '',
  recurrence_id TEXT NOT NULL DEFAULT '',
  method TEXT NOT NULL DEFAULT '',
  organiser TEXT NOT NULL DEFAULT '',
  sequence INTEGER NOT NULL DEFAULT 0,
  stamped_at INTEGER NOT NULL DEFAULT 0,
  starts_at INTEGER NOT NULL DEFAULT 0,
  ends_at INTEGER NOT NULL DEFAULT 0,
  content_json TEXT NOT NULL DEFAULT '{}',
  source TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (user_id, message_id)
) STRICT;

CREATE INDEX calendar_messages_uid ON calendar_messages (user_id, uid);

CREATE INDEX calendar_messages_time ON calendar_messages (user_id, ends_at);

CREATE TABLE calendar_answers (
  user_id TEXT NOT NULL DEFAULT '',
  uid TEXT NOT NULL DEFAULT '',
  recurrence_id TEXT NOT NULL DEFAULT '',
  organiser TEXT NOT NULL DEFAULT '',
  attendee TEXT NOT NULL DEFAULT '',
  number INTEGER NOT NULL DEFAULT 0,
  answer TEXT NOT NULL DEFAULT '',
  sequence INTEGER NOT NULL DEFAULT 0,
  message_id TEXT NOT NULL DEFAULT '',
  outbox_id TEXT NOT NULL DEFAULT '',
  answered_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, uid, recurrence_id, number)
) STRICT;
