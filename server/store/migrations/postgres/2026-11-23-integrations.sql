-- What a person linked with other services, and what those are told. What each column means stands in store/integration-tables.ts.
CREATE TABLE integrations (
  id text NOT NULL,
  user_id text NOT NULL,
  kind text NOT NULL,
  name text NOT NULL DEFAULT '',
  external_id text NOT NULL DEFAULT '',
  state text NOT NULL DEFAULT 'active',
  reason text NOT NULL DEFAULT '',
  secret text NOT NULL DEFAULT '',
  config_json text NOT NULL DEFAULT '{}',
  events_json text NOT NULL DEFAULT '[]',
  alerts_json text NOT NULL DEFAULT '',
  hold_until bigint NOT NULL DEFAULT 0,
  created_at bigint NOT NULL DEFAULT 0,
  updated_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
);

CREATE INDEX integrations_by_external ON integrations (kind, external_id);

CREATE TABLE deliveries (
  id text NOT NULL,
  user_id text NOT NULL,
  integration_id text NOT NULL,
  event_id text NOT NULL,
  kind text NOT NULL,
  payload_json text NOT NULL DEFAULT '{}',
  state text NOT NULL DEFAULT 'waiting',
  attempts bigint NOT NULL DEFAULT 0,
  next_at bigint NOT NULL DEFAULT 0,
  expires_at bigint NOT NULL DEFAULT 0,
  answer text NOT NULL DEFAULT '',
  created_at bigint NOT NULL DEFAULT 0,
  updated_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
);

CREATE UNIQUE INDEX deliveries_once ON deliveries (user_id, integration_id, event_id);
CREATE INDEX deliveries_due ON deliveries (user_id, integration_id, state, next_at);
CREATE INDEX deliveries_by_age ON deliveries (state, updated_at);
