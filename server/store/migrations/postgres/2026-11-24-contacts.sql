-- The address book. What each column means stands in store/contact-tables.ts.
CREATE TABLE contacts (
  user_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL DEFAULT '',
  organization text NOT NULL DEFAULT '',
  notes text NOT NULL DEFAULT '',
  words text NOT NULL DEFAULT '',
  vcard text NOT NULL DEFAULT '',
  uid text NOT NULL DEFAULT '',
  deleted_at bigint NOT NULL DEFAULT 0,
  created_at bigint NOT NULL DEFAULT 0,
  updated_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
);

CREATE INDEX contacts_by_deletion ON contacts (deleted_at) WHERE deleted_at > 0;

CREATE TABLE contact_addresses (
  user_id text NOT NULL,
  contact_id text NOT NULL,
  address text NOT NULL DEFAULT '',
  address_key text NOT NULL DEFAULT '',
  position bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, contact_id, address_key)
);

CREATE INDEX contact_addresses_by_key ON contact_addresses (user_id, address_key);

CREATE TABLE contact_groups (
  user_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL DEFAULT '',
  created_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
);

CREATE TABLE contact_group_members (
  user_id text NOT NULL,
  group_id text NOT NULL,
  contact_id text NOT NULL,
  PRIMARY KEY (user_id, group_id, contact_id)
);

CREATE INDEX contact_group_members_by_contact ON contact_group_members (user_id, contact_id);
