-- What visitors of the landing page asked for. What each column means stands in store/tables.ts.
CREATE TABLE demo_requests (
  id TEXT NOT NULL DEFAULT '',
  name TEXT NOT NULL DEFAULT '',
  email TEXT NOT NULL DEFAULT '',
  starts_at BIGINT NOT NULL DEFAULT 0,
  zone TEXT NOT NULL DEFAULT '',
  note TEXT NOT NULL DEFAULT '',
  created_at BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (id)
);
