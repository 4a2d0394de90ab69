-- Events that their organiser moved to a time that a guest proposed. What each column means stands in store/invitation-tables.ts.
CREATE TABLE calendar_moves (
  user_id text NOT NULL,
  message_id text NOT NULL,
  number bigint NOT NULL,
  uid text NOT NULL,
  sequence bigint NOT NULL DEFAULT 0,
  source text NOT NULL DEFAULT '',
  outbox_id text NOT NULL DEFAULT '',
  PRIMARY KEY (user_id, message_id, number)
);

CREATE INDEX calendar_moves_by_event ON calendar_moves (user_id, uid);
CREATE INDEX calendar_moves_by_outbox ON calendar_moves (user_id, outbox_id);
