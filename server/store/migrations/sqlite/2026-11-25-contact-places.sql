-- Where contacts stand in address books elsewhere. What each column means stands in store/contact-tables.ts.
CREATE TABLE contact_places (
  user_id TEXT NOT NULL,
  integration_id TEXT NOT NULL,
  href TEXT NOT NULL,
  etag TEXT NOT NULL DEFAULT '',
  contact_id TEXT NOT NULL,
  said_json TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (user_id, integration_id, href)
) STRICT;

CREATE UNIQUE INDEX contact_places_by_contact ON contact_places (user_id, integration_id, contact_id);
