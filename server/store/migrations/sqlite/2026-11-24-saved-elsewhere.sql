-- Where what was made of a delivery stands: the page or card that a message was saved as.
ALTER TABLE deliveries ADD COLUMN link TEXT NOT NULL DEFAULT '';

-- A message is asked for with all places that it was saved to.
CREATE INDEX deliveries_of_event ON deliveries (user_id, event_id);
