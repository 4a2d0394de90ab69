-- A mail that its writer is reminded of if nobody answers. What each column means stands in store/sending-tables.ts.

ALTER TABLE outbox ADD COLUMN remind_at bigint NOT NULL DEFAULT 0;
ALTER TABLE outbox ADD COLUMN remind_days integer NOT NULL DEFAULT 0;

CREATE INDEX outbox_reminders ON outbox (user_id, remind_at) WHERE remind_at > 0;
