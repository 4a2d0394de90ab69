-- What the last brief was about, and which one was looked at. What each column means stands in store/notification-tables.ts.

ALTER TABLE daily_summaries ADD COLUMN since INTEGER NOT NULL DEFAULT 0;
ALTER TABLE daily_summaries ADD COLUMN seen_day TEXT NOT NULL DEFAULT '';
