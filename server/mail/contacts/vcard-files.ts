import { contactLimits } from "@inlet/contract/mail/contact-limits.ts";
import type { importContacts } from "@inlet/contract/mail/contacts.ts";
import { ContactId, type UserId } from "@inlet/contract/ids.ts";
import type { z } from "zod";
import { Failure } from "#/base/failure.ts";
import { randomId } from "#/base/random-id.ts";
import type { WrittenContact } from "#/store/contacts/commands.ts";
import { allContacts, type StoredContact } from "#/store/contacts/queries.ts";
import { type Card, editedCard, serializeCard, readCards } from "#/wire/vcard/vcard.ts";
import type { MailContext } from "#/mail/context.ts";

type Counted = z.output<typeof importContacts.output>;

/**
 * Imports a file of vCards. Contacts that are already stored, by the card's own UID or by an address, are only completed. Throws
 * contact.unreadable, contact.too_many.
 */
export async function importCards(
  mail: MailContext,
  userId: UserId,
  text: string,
): Promise<Counted> {
  const cards = readCards(text);
  if (cards.length === 0) throw new Failure("contact.unreadable");
  const known = new Known(await allContacts(mail.database.reader, userId));
  const counted: Counted = { added: 0, known: 0, skipped: 0 };
  const kept = new Map<ContactId, WrittenContact>();
  for (const card of cards) {
    if (card.isGroup || (card.name === "" && card.addresses.length === 0)) {
      counted.skipped++;
      continue;
    }
    const before = known.find(card);
    if (before) {
      counted.known++;
      const more = joined(before, card);
      if (more === before) continue;
      kept.set(more.id, more);
      known.add(more);
      continue;
    }
    const { name, organization, notes, addresses, uid } = card;
    const id = ContactId.parse(randomId(mail.clock.now()));
    const contact = { id, name, organization, notes, addresses, uid, vcard: serializeCard(card) };
    counted.added++;
    kept.set(id, contact);
    known.add(contact);
  }
  if (kept.size > 0) {
    await mail.execute("contacts.save", { userId, contacts: [...kept.values()] });
  }
  return counted;
}

/** Returns the whole address book as vCards: contacts that came as a vCard keep it, with the local changes applied. */
export async function writeCards(mail: MailContext, userId: UserId): Promise<string> {
  const rows = await allContacts(mail.database.reader, userId);
  return rows.map((row) => editedCard(row.vcard, row, row.uid || row.id)).join("");
}

/** Index of the address book during an import. */
class Known {
  readonly #byUid = new Map<string, WrittenContact>();
  readonly #byAddress = new Map<string, WrittenContact>();
  readonly #byName = new Map<string, WrittenContact>();

  constructor(rows: readonly StoredContact[]) {
    for (const { id, name, organization, notes, addresses, uid } of rows) {
      this.add({ id, name, organization, notes, addresses, uid });
    }
  }

  add(contact: WrittenContact): void {
    if (contact.uid) this.#byUid.set(contact.uid, contact);
    for (const address of contact.addresses) this.#byAddress.set(address.toLowerCase(), contact);
    if (contact.addresses.length === 0) this.#byName.set(contact.name, contact);
  }

  /** Finds a card's contact. Two contacts may share an address, so contacts with different names do not match. */
  find({ uid, name, addresses }: Card): WrittenContact | undefined {
    const byUid = uid === "" ? undefined : this.#byUid.get(uid);
    if (byUid) return byUid;
    if (addresses.length === 0) return this.#byName.get(name);
    const found = addresses.map((address) => this.#byAddress.get(address.toLowerCase()));
    return found.find((one) => one && (name === "" || one.name === "" || one.name === name));
  }
}

/**
 * Merges a card into a contact: existing values win; the card fills empty fields and adds addresses. Returns `before` if the card
 * adds nothing.
 */
function joined(before: WrittenContact, card: Card): WrittenContact {
  const keys = new Set(before.addresses.map((address) => address.toLowerCase()));
  const more = card.addresses.filter((address) => !keys.has(address.toLowerCase()));
  const after = {
    ...before,
    name: before.name || card.name,
    organization: before.organization || card.organization,
    notes: before.notes || card.notes,
    addresses: [...before.addresses, ...more].slice(0, contactLimits.addresses),
  };
  return JSON.stringify(after) === JSON.stringify(before) ? before : after;
}
