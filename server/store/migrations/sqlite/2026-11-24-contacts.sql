-- The address book. What each column means stands in store/contact-tables.ts.
CREATE TABLE contacts (
  user_id TEXT NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL DEFAULT '',
  organization TEXT NOT NULL DEFAULT '',
  notes TEXT NOT NULL DEFAULT '',
  words TEXT NOT NULL DEFAULT '',
  vcard TEXT NOT NULL DEFAULT '',
  uid TEXT NOT NULL DEFAULT '',
  deleted_at INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL DEFAULT 0,
  updated_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
) STRICT;

CREATE INDEX contacts_by_deletion ON contacts (deleted_at) WHERE deleted_at > 0;

CREATE TABLE contact_addresses (
  user_id TEXT NOT NULL,
  contact_id TEXT NOT NULL,
  address TEXT NOT NULL DEFAULT '',
  address_key TEXT NOT NULL DEFAULT '',
  position INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, contact_id, address_key)
) STRICT;

CREATE INDEX contact_addresses_by_key ON contact_addresses (user_id, address_key);

CREATE TABLE contact_groups (
  user_id TEXT NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
) STRICT;

CREATE TABLE contact_group_members (
  user_id TEXT NOT NULL,
  group_id TEXT NOT NULL,
  contact_id TEXT NOT NULL,
  PRIMARY KEY (user_id, group_id, contact_id)
) STRICT;

CREATE INDEX contact_group_members_by_contact ON contact_group_members (user_id, contact_id);
