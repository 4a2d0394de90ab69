-- Which take a held job belongs to: whoever was overtaken ends nothing of those who took it anew.
ALTER TABLE jobs ADD COLUMN take_id TEXT NOT NULL DEFAULT '';
