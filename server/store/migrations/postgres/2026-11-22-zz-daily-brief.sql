-- What the last brief was about, and which one was looked at. What each column means stands in store/notification-tables.ts.

ALTER TABLE daily_summaries ADD COLUMN since bigint NOT NULL DEFAULT 0;
ALTER TABLE daily_summaries ADD COLUMN seen_day text NOT NULL DEFAULT '';
