-- Where contacts stand in address books elsewhere. What each column means stands in store/contact-tables.ts.
CREATE TABLE contact_places (
  user_id text NOT NULL,
  integration_id text NOT NULL,
  href text NOT NULL,
  etag text NOT NULL DEFAULT '',
  contact_id text NOT NULL,
  said_json text NOT NULL DEFAULT '',
  PRIMARY KEY (user_id, integration_id, href)
);

CREATE UNIQUE INDEX contact_places_by_contact ON contact_places (user_id, integration_id, contact_id);
