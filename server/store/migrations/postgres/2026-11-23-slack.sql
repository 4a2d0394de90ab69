-- What was pressed in Slack and answered there: the same press again is answered no second time.
CREATE TABLE slack_presses (
  user_id TEXT NOT NULL,
  id TEXT NOT NULL,
  created_at BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
);
