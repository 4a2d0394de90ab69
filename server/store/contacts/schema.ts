import type { ContactGroupId, ContactId, IntegrationId, UserId } from "@inlet/contract/ids.ts";

/** Tables of the address book. */
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
  /** One line without invisible characters; "" for an address without a name. */
  name: string;
  organization: string;
  notes: string;
  /** Each part of name, organization and addresses, folded and preceded by a space. */
  words: string;
  /** The complete vCard that it came with; "" for a contact created here. The fields of this row are merged into it. */
  vcard: string;
  /** Its UID in other clients. */
  uid: string;
  /** 0 while the contact exists. */
  deleted_at: number;
  created_at: number;
  updated_at: number;
}

export interface ContactAddressRow {
  user_id: UserId;
  contact_id: ContactId;
  /** The address as written; `address_key` is in lower case. */
  address: string;
  address_key: string;
  /** The first address is the preferred one. */
  position: number;
}

export interface ContactGroupRow {
  user_id: UserId;
  id: ContactGroupId;
  /** Unique per user, regardless of case. */
  name: string;
  created_at: number;
}

interface ContactGroupMemberRow {
  user_id: UserId;
  group_id: ContactGroupId;
  contact_id: ContactId;
}

/** Location of a contact in a remote address book. */
export interface ContactPlaceRow {
  user_id: UserId;
  integration_id: IntegrationId;
  /** The path on that server. */
  href: string;
  /** ETag of the last read or write; "" if the server sent none. */
  etag: string;
  contact_id: ContactId;
  /** JSON of the content on both sides at the last sync. A side whose content differs from it has changed. */
  said_json: string;
}

/** Location of a group in a remote address book. */
export interface ContactGroupPlaceRow {
  user_id: UserId;
  integration_id: IntegrationId;
  /** The path on that server. */
  href: string;
  etag: string;
  group_id: ContactGroupId;
  /**
   * JSON of the state on both sides then: its name, its members with their UIDs there, and whether all members it names were
   * known.
   */
  said_json: string;
}
