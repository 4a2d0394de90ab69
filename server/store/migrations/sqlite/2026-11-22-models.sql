-- Which model a person lets be asked, and what was asked of it. What each column means stands in store/model-tables.ts.

CREATE TABLE model_settings (
  user_id TEXT NOT NULL DEFAULT '',
  is_on INTEGER NOT NULL DEFAULT 0,
  is_own INTEGER NOT NULL DEFAULT 0,
  provider TEXT NOT NULL DEFAULT '',
  base_url TEXT NOT NULL DEFAULT '',
  model TEXT NOT NULL DEFAULT '',
  secret TEXT NOT NULL DEFAULT '',
  excluded_accounts_json TEXT NOT NULL DEFAULT '[]',
  daily_tokens INTEGER NOT NULL DEFAULT 0,
  daily_micros INTEGER NOT NULL DEFAULT 0,
  probed TEXT NOT NULL DEFAULT '',
  rung TEXT NOT NULL DEFAULT '',
  probed_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id)
) STRICT;

CREATE TABLE model_calls (
  user_id TEXT NOT NULL DEFAULT '',
  id TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL DEFAULT 0,
  task TEXT NOT NULL DEFAULT '',
  provider TEXT NOT NULL DEFAULT '',
  model TEXT NOT NULL DEFAULT '',
  host TEXT NOT NULL DEFAULT '',
  rung TEXT NOT NULL DEFAULT '',
  message_ids_json TEXT NOT NULL DEFAULT '[]',
  sent_chars INTEGER NOT NULL DEFAULT 0,
  outcome TEXT NOT NULL DEFAULT '',
  requests INTEGER NOT NULL DEFAULT 0,
  input_tokens INTEGER NOT NULL DEFAULT 0,
  output_tokens INTEGER NOT NULL DEFAULT 0,
  cost_micros INTEGER NOT NULL DEFAULT 0,
  received_chars INTEGER NOT NULL DEFAULT 0,
  duration_ms INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
) STRICT;

CREATE INDEX model_calls_created ON model_calls (user_id, created_at);
