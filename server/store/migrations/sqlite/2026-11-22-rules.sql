-- What is done with mail without the person, and how it is taken back. What each column means stands in store/rule-tables.ts.
CREATE TABLE rules (
  id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  text TEXT NOT NULL DEFAULT '',
  query TEXT NOT NULL DEFAULT '',
  actions_json TEXT NOT NULL DEFAULT '{}',
  is_on INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
) STRICT;

CREATE TABLE journal (
  id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  rule_id TEXT NOT NULL,
  message_id TEXT NOT NULL,
  text TEXT NOT NULL DEFAULT '',
  actions_json TEXT NOT NULL DEFAULT '{}',
  undo_id TEXT NOT NULL DEFAULT '',
  problem TEXT NOT NULL DEFAULT '',
  is_undone INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
) STRICT;

CREATE UNIQUE INDEX journal_once ON journal (user_id, rule_id, message_id);
CREATE INDEX journal_by_age ON journal (created_at);

-- Until when a change can be taken back beyond the usual time; 0: it cannot.
ALTER TABLE undo_actions ADD COLUMN kept_until INTEGER NOT NULL DEFAULT 0;
