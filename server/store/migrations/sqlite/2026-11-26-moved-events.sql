-- Events that their organiser moved to a time that a guest proposed. What each column means stands in store/invitation-tables.ts.
CREATE TABLE calendar_moves (
  user_id TEXT NOT NULL,
  message_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  uid TEXT NOT NULL,
  sequence INTEGER NOT NULL DEFAULT 0,
  source TEXT NOT NULL DEFAULT '',
  outbox_id TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (user_id, message_id, number)
) STRICT;

CREATE INDEX calendar_moves_by_event ON calendar_moves (user_id, uid);
CREATE INDEX calendar_moves_by_outbox ON calendar_moves (user_id, outbox_id);
