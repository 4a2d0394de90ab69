-- What a person linked with other services, and what those are told. What each column means stands in store/integration-tables.ts.
CREATE TABLE integrations (
  id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  name TEXT NOT NULL DEFAULT '',
  external_id TEXT NOT NULL DEFAULT '',
  state TEXT NOT NULL DEFAULT 'active',
  reason TEXT NOT NULL DEFAULT '',
  secret TEXT NOT NULL DEFAULT '',
  config_json TEXT NOT NULL DEFAULT '{}',
  events_json TEXT NOT NULL DEFAULT '[]',
  alerts_json TEXT NOT NULL DEFAULT '',
  hold_until INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL DEFAULT 0,
  updated_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
) STRICT;

CREATE INDEX integrations_by_external ON integrations (kind, external_id);

CREATE TABLE deliveries (
  id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  integration_id TEXT NOT NULL,
  event_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  payload_json TEXT NOT NULL DEFAULT '{}',
  state TEXT NOT NULL DEFAULT 'waiting',
  attempts INTEGER NOT NULL DEFAULT 0,
  next_at INTEGER NOT NULL DEFAULT 0,
  expires_at INTEGER NOT NULL DEFAULT 0,
  answer TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL DEFAULT 0,
  updated_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
) STRICT;

CREATE UNIQUE INDEX deliveries_once ON deliveries (user_id, integration_id, event_id);
CREATE INDEX deliveries_due ON deliveries (user_id, integration_id, state, next_at);
CREATE INDEX deliveries_by_age ON deliveries (state, updated_at);
