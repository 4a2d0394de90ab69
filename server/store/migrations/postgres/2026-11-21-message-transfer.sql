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
  position BIGINT NOT NULL DEFAULT 0,
  imported BIGINT NOT NULL DEFAULT 0,
  skipped BIGINT NOT NULL DEFAULT 0,
  refused BIGINT NOT NULL DEFAULT 0,
  created_at BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id),
  UNIQUE (id)
);
