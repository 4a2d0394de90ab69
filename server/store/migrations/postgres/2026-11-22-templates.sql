-- Texts that a person uses again and again. What each column means stands in store/template-tables.ts.
CREATE TABLE templates (
  user_id text NOT NULL DEFAULT '',
  id text NOT NULL DEFAULT '',
  name text NOT NULL DEFAULT '',
  subject text NOT NULL DEFAULT '',
  body text NOT NULL DEFAULT '',
  created_at bigint NOT NULL DEFAULT 0,
  updated_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
);
