-- Since when the daily brief is told there too; 0: it is not.
ALTER TABLE integrations ADD COLUMN brief_from INTEGER NOT NULL DEFAULT 0;
UPDATE integrations SET brief_from = coalesce(json_extract(config_json, '$.briefFrom'), 0) WHERE kind = 'slack';
