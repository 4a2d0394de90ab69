-- What people say of themselves, and their pictures. What each column means stands in store/tables.ts.
ALTER TABLE users ADD COLUMN bio TEXT NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN avatar_version TEXT NOT NULL DEFAULT '';

CREATE TABLE avatars (
  user_id TEXT NOT NULL DEFAULT '',
  type TEXT NOT NULL DEFAULT '',
  content BLOB NOT NULL DEFAULT x'',
  PRIMARY KEY (user_id)
) STRICT;
