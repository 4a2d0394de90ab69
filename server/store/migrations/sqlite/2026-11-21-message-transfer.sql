-- Mail that is brought in from files. What each column means stands in store/tables.ts.
CREATE TABLE imports (
  id TEXT NOT NULL DEFAULT '',
  user_id TEXT NOT NULL DEFAULT '',
  account_id TEXT NOT NULL DEFAULT '',
  filename TEXT NOT NULL DEFAULT '',
  folder_path TEXT NOT NULL DEFAULT '',
  sha256 TEXT NOT NULL DEFAULT '',
  state TEXT NOT NULL DEFAULT '',
  error_code TEXT NOT NULL DEFAULT '',
  position INTEGER NOT NULL DEFAULT 0,
  imported INTEGER NOT NULL DEFAULT 0,
  skipped INTEGER NOT NULL DEFAULT 0,
  refused INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id),
  UNIQUE (id)
) STRICT;
