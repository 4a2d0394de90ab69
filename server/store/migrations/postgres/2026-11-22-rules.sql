-- What is done with mail without the person, and how it is taken back. What each column means stands in store/rule-tables.ts.
CREATE TABLE rules (
  id text NOT NULL,
  user_id text NOT NULL,
  text text NOT NULL DEFAULT '',
  query text NOT NULL DEFAULT '',
  actions_json text NOT NULL DEFAULT '{}',
  is_on bigint NOT NULL DEFAULT 1,
  created_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
);

CREATE TABLE journal (
  id text NOT NULL,
  user_id text NOT NULL,
  rule_id text NOT NULL,
  message_id text NOT NULL,
  text text NOT NULL DEFAULT '',
  actions_json text NOT NULL DEFAULT '{}',
  undo_id text NOT NULL DEFAULT '',
  problem text NOT NULL DEFAULT '',
  is_undone bigint NOT NULL DEFAULT 0,
  created_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
);

CREATE UNIQUE INDEX journal_once ON journal (user_id, rule_id, message_id);
CREATE INDEX journal_by_age ON journal (created_at);

-- Until when a change can be taken back beyond the usual time; 0: it cannot.
ALTER TABLE undo_actions ADD COLUMN kept_until bigint NOT NULL DEFAULT 0;
