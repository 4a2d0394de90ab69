import type { ContactGroupId, ContactId, IntegrationId, UserId } from "@inlet/contract/ids.ts";

/** Of the tables those of the address book. */
export interface ContactTables {
  contacts: ContactRow;
  contact_addresses: ContactAddressRow;
  contact_groups: ContactGroupRow;
  contact_group_members: ContactGroupMemberRow;
  contact_places: ContactPlaceRow;
  contact_group_places: ContactGroupPlaceRow;
}

export interface ContactRow {
  user_id: UserId;
  id: ContactId;
  /** One line without characters that nobody sees; "" where there is an address alone. */
  name: string;
  organization: string;
  notes: string;
  /** Each part of name, organisation and addresses, folded, with a space before it. */
  words: string;
  /** The vCard that it came with, whole; "" for one that was written here. What stands here is put into it. */
  vcard: string;
  /** What other programs know it by. */
  uid: string;
  /** 0 while it is there. */
  deleted_at: number;
  created_at: number;
  updated_at: number;
}

export interface ContactAddressRow {
  user_id: UserId;
  contact_id: ContactId;
  /** As it is written, and in lower case. */
  address: string;
  address_key: string;
  /** The first is the one that is written to. */
  position: number;
}

export interface ContactGroupRow {
  user_id: UserId;
  id: ContactGroupId;
  /** No two of a person have the same, whatever its case. */
  name: string;
  created_at: number;
}

interface ContactGroupMemberRow {
  user_id: UserId;
  group_id: ContactGroupId;
  contact_id: ContactId;
}

/** Where a contact stands in an address book elsewhere. */
export interface ContactPlaceRow {
  user_id: UserId;
  integration_id: IntegrationId;
  /** The path on that server. */
  href: string;
  /** What it was when it was read or written last; "" when the server did not say. */
  etag: string;
  contact_id: ContactId;
  /** JSON of what both sides said then: who says something else now changed it. */
  said_json: string;
}

/** Where a group stands in an address book elsewhere. */
export interface ContactGroupPlaceRow {
  user_id: UserId;
  integration_id: IntegrationId;
  /** The path on that server. */
  href: string;
  etag: string;
  group_id: ContactGroupId;
  /** JSON of what both sides said then: its name, who is in it, each with what they are known by there, and whether that is all whom it names. */
  said_json: string;
}
