-- Where groups of contacts stand in address books elsewhere. What each column means stands in store/contact-tables.ts.
CREATE TABLE contact_group_places (
  user_id TEXT NOT NULL,
  integration_id TEXT NOT NULL,
  href TEXT NOT NULL,
  etag TEXT NOT NULL DEFAULT '',
  group_id TEXT NOT NULL,
  said_json TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (user_id, integration_id, href)
) STRICT;

CREATE UNIQUE INDEX contact_group_places_by_group ON contact_group_places (user_id, integration_id, group_id);
