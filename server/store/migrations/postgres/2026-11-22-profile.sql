-- What people say of themselves, and their pictures. What each column means stands in store/tables.ts.
ALTER TABLE users ADD COLUMN bio text NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN avatar_version text NOT NULL DEFAULT '';

CREATE TABLE avatars (
  user_id text NOT NULL DEFAULT '',
  type text NOT NULL DEFAULT '',
  content bytea NOT NULL DEFAULT '',
  PRIMARY KEY (user_id)
);
