-- Which model a person lets be asked, and what was asked of it. What each column means stands in store/model-tables.ts.

CREATE TABLE model_settings (
  user_id text NOT NULL DEFAULT '',
  is_on bigint NOT NULL DEFAULT 0,
  is_own bigint NOT NULL DEFAULT 0,
  provider text NOT NULL DEFAULT '',
  base_url text NOT NULL DEFAULT '',
  model text NOT NULL DEFAULT '',
  secret text NOT NULL DEFAULT '',
  excluded_accounts_json text NOT NULL DEFAULT '[]',
  daily_tokens bigint NOT NULL DEFAULT 0,
  daily_micros bigint NOT NULL DEFAULT 0,
  probed text NOT NULL DEFAULT '',
  rung text NOT NULL DEFAULT '',
  probed_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id)
);

CREATE TABLE model_calls (
  user_id text NOT NULL DEFAULT '',
  id text NOT NULL DEFAULT '',
  created_at bigint NOT NULL DEFAULT 0,
  task text NOT NULL DEFAULT '',
  provider text NOT NULL DEFAULT '',
  model text NOT NULL DEFAULT '',
  host text NOT NULL DEFAULT '',
  rung text NOT NULL DEFAULT '',
  message_ids_json text NOT NULL DEFAULT '[]',
  sent_chars bigint NOT NULL DEFAULT 0,
  outcome text NOT NULL DEFAULT '',
  requests bigint NOT NULL DEFAULT 0,
  input_tokens bigint NOT NULL DEFAULT 0,
  output_tokens bigint NOT NULL DEFAULT 0,
  cost_micros bigint NOT NULL DEFAULT 0,
  received_chars bigint NOT NULL DEFAULT 0,
  duration_ms bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
);

CREATE INDEX model_calls_created ON model_calls (user_id, created_at);
