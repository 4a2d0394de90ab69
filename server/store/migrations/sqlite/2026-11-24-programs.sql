-- Sign-ins elsewhere that are on their way, and tokens that are over but whose calls are still known. What each column
-- means stands in store/safety-tables.ts.
CREATE TABLE sign_ins_on_their_way (
  token_hash TEXT NOT NULL DEFAULT '' PRIMARY KEY,
  stage TEXT NOT NULL DEFAULT '',
  user_id TEXT NOT NULL DEFAULT '',
  browser_hash TEXT NOT NULL DEFAULT '',
  content TEXT NOT NULL DEFAULT '',
  expires_at INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX sign_ins_on_their_way_browser ON sign_ins_on_their_way (browser_hash, created_at);
CREATE INDEX sign_ins_on_their_way_age ON sign_ins_on_their_way (created_at);
CREATE INDEX sign_ins_on_their_way_user ON sign_ins_on_their_way (user_id);

ALTER TABLE api_tokens ADD COLUMN revoked_at INTEGER NOT NULL DEFAULT 0;
