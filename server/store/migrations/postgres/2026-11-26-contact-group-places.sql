-- Where groups of contacts stand in address books elsewhere. What each column means stands in store/contact-tables.ts.
CREATE TABLE contact_group_places (
  user_id text NOT NULL,
  integration_id text NOT NULL,
  href text NOT NULL,
  etag text NOT NULL DEFAULT '',
  group_id text NOT NULL,
  said_json text NOT NULL DEFAULT '',
  PRIMARY KEY (user_id, integration_id, href)
);

CREATE UNIQUE INDEX contact_group_places_by_group ON contact_group_places (user_id, integration_id, group_id);
