-- So that counting outgoing messages by state reads none of their sources.
CREATE INDEX outbox_by_state ON outbox (state);
