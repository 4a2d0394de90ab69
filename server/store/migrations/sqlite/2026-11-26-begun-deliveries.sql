-- How often telling an integration was begun: more often than it ended means that the last try was cut off.
ALTER TABLE deliveries ADD COLUMN begun INTEGER NOT NULL DEFAULT 0;
