import { createHash } from "node:crypto";
import type { ContactId, IntegrationId, UserId } from "@inlet/contract/ids.ts";
import {
  contactPlacesOf,
  contactsInOtherBooks,
  type ContactSnapshot,
  contactSnapshotText,
} from "#/store/contacts/synced-contact-queries.ts";
import type { ContactPlaceRow } from "#/store/contacts/schema.ts";
import { allContacts, contactsById, type StoredContact } from "#/store/contacts/queries.ts";
import type { Reader } from "#/store/engine/database.ts";
import type { Card } from "#/wire/vcard/vcard.ts";
import type { Books } from "./dav.ts";
import { emptySnapshot, readContactSnapshot } from "./merge.ts";

/** One sync of an external address book. */
export interface Run {
  userId: UserId;
  id: IntegrationId;
  bookUrl: string;
  books: Books;
  /** True if contacts that are in no address book yet go to this one. */
  takesNew: boolean;
  stopping: AbortSignal | undefined;
}

/** The local contacts, and their paths in one external address book. */
export interface Here {
  /** Contacts in the book, by path. */
  places: Map<string, ContactPlaceRow>;
  /** All local contacts, and deleted ones that are still in the book. */
  contacts: Map<ContactId, StoredContact>;
  /** Contacts that are in no external address book. */
  free: StoredContact[];
  /** Number of local contacts. */
  count: number;
}

/** Reads the local contacts. */
export async function readHere(
  reader: Reader,
  userId: UserId,
  integrationId: IntegrationId,
): Promise<Here> {
  const rows = await contactPlacesOf(reader, userId, integrationId);
  const alive = await allContacts(reader, userId);
  const contacts = new Map(alive.map((contact) => [contact.id, contact]));
  const deleted = rows.map((row) => row.contact_id).filter((id) => !contacts.has(id));
  for (const contact of await contactsById(reader, userId, deleted)) {
    contacts.set(contact.id, contact);
  }
  const placed = new Set(rows.map((row) => row.contact_id));
  const other = await contactsInOtherBooks(reader, userId, integrationId);
  const free = alive.filter(({ id }) => !placed.has(id) && !other.has(id));
  const places = new Map(rows.map((row) => [row.href, row]));
  return { places, contacts, free, count: alive.length };
}

/** Returns the UID in the book for a contact; for one that was created here, the same at each attempt. */
export function uidOf({ user_id: userId, id, uid }: StoredContact): string {
  return uid || `${hashed(`${userId} ${id}`)}@inlet`;
}

/** Returns a hash that is valid as a file name. */
export function hashed(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 40);
}

/** Finds the local contact for a card at an unknown path. */
export class Unplaced {
  readonly #byUid = new Map<string, StoredContact>();
  readonly #byAddress = new Map<string, StoredContact>();
  readonly #byName = new Map<string, StoredContact>();
  readonly #moved = new Map<ContactId, ContactPlaceRow>();
  readonly #taken = new Set<ContactId>();

  constructor({ places, contacts, free }: Here, listed: ReadonlyMap<string, string>) {
    for (const place of places.values()) {
      const contact = contacts.get(place.contact_id);
      if (!contact || listed.has(place.href)) continue;
      this.#moved.set(contact.id, place);
      this.#byUid.set(uidOf(contact), contact);
    }
    for (const contact of free) {
      this.#byUid.set(uidOf(contact), contact);
      for (const address of contact.addresses) this.#byAddress.set(address.toLowerCase(), contact);
      if (contact.addresses.length === 0) this.#byName.set(contact.name, contact);
    }
  }

  /** Returns the contact for a card, each contact only once. Two contacts may share an address, but then have different names. */
  take(card: Card): { contact: StoredContact; base: ContactSnapshot } | undefined {
    const contact = this.#find(card);
    if (!contact || this.#taken.has(contact.id)) return undefined;
    this.#taken.add(contact.id);
    const moved = this.#moved.get(contact.id);
    if (moved) return { contact, base: readContactSnapshot(moved.said_json) };
    // Created by an attempt whose response was lost: changes made here since then are newer.
    const isOwn = contact.uid === "" && card.uid === uidOf(contact);
    return { contact, base: isOwn ? card : emptySnapshot };
  }

  #find({ uid, name, addresses }: Card): StoredContact | undefined {
    const byUid = uid === "" ? undefined : this.#byUid.get(uid);
    if (byUid) return byUid;
    if (addresses.length === 0) return this.#byName.get(name);
    const found = addresses.map((address) => this.#byAddress.get(address.toLowerCase()));
    return found.find((one) => one && (name === "" || one.name === "" || one.name === name));
  }
}

/** Returns true if a contact has the values that it had then. */
export function isAs(contact: ContactSnapshot, snapshot: ContactSnapshot): boolean {
  return contactSnapshotText(contact) === contactSnapshotText(snapshot);
}
