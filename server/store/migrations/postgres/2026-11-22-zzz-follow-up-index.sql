-- What is on its way or came back is looked for with every list of reminders, among all that was ever sent.
CREATE INDEX outbox_under_way ON outbox (user_id)
  WHERE state IN ('queued', 'sending') OR bounces_json <> '[]';

-- Answers are asked for by the messages that they are for.
DROP INDEX prepared_answers_ready;
