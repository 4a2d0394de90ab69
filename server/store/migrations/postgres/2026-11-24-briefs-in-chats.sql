-- Since when the daily brief is told there too; 0: it is not.
ALTER TABLE integrations ADD COLUMN brief_from bigint NOT NULL DEFAULT 0;
UPDATE integrations SET brief_from = coalesce(CAST(config_json::json ->> 'briefFrom' AS bigint), 0) WHERE kind = 'slack';
