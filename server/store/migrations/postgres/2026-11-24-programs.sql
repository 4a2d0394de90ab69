-- Sign-ins elsewhere that are on their way, and tokens that are over but whose calls are still known. What each column
-- means stands in store/safety-tables.ts.
CREATE TABLE sign_ins_on_their_way (
  token_hash text NOT NULL DEFAULT '' PRIMARY KEY,
  stage text NOT NULL DEFAULT '',
  user_id text NOT NULL DEFAULT '',
  browser_hash text NOT NULL DEFAULT '',
  content text NOT NULL DEFAULT '',
  expires_at bigint NOT NULL DEFAULT 0,
  created_at bigint NOT NULL DEFAULT 0
);
CREATE INDEX sign_ins_on_their_way_browser ON sign_ins_on_their_way (browser_hash, created_at);
CREATE INDEX sign_ins_on_their_way_age ON sign_ins_on_their_way (created_at);
CREATE INDEX sign_ins_on_their_way_user ON sign_ins_on_their_way (user_id);

ALTER TABLE api_tokens ADD COLUMN revoked_at bigint NOT NULL DEFAULT 0;
