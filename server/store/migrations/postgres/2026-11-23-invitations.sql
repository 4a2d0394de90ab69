-- What mails say of events, and what the person answered. What each column means stands in store/invitation-tables.ts.

CREATE TABLE calendar_messages (
  user_id text NOT NULL DEFAULT '',
  message_id text NOT NULL DEFAULT '',
  uid text NOT NULL DEFAULT '',
  recurrence_id text NOT NULL DEFAULT '',
  method text NOT NULL DEFAULT '',
  organiser text NOT NULL DEFAULT '',
  sequence integer NOT NULL DEFAULT 0,
  stamped_at bigint NOT NULL DEFAULT 0,
  starts_at bigint NOT NULL DEFAULT 0,
  ends_at bigint NOT NULL DEFAULT 0,
  content_json text NOT NULL DEFAULT '{}',
  source text NOT NULL DEFAULT '',
  PRIMARY KEY (user_id, message_id)
);

CREATE INDEX calendar_messages_uid ON calendar_messages (user_id, uid);

CREATE INDEX calendar_messages_time ON calendar_messages (user_id, ends_at);

CREATE TABLE calendar_answers (
  user_id text NOT NULL DEFAULT '',
  uid text NOT NULL DEFAULT '',
  recurrence_id text NOT NULL DEFAULT '',
  organiser text NOT NULL DEFAULT '',
  attendee text NOT NULL DEFAULT '',
  number integer NOT NULL DEFAULT 0,
  answer text NOT NULL DEFAULT '',
  sequence integer NOT NULL DEFAULT 0,
  message_id text NOT NULL DEFAULT '',
  outbox_id text NOT NULL DEFAULT '',
  answered_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, uid, recurrence_id, number)
);
