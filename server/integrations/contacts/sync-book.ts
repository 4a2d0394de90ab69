import { contactLimits } from "@inlet/contract/mail/contact-limits.ts";
import { ContactId } from "@inlet/contract/ids.ts";
import { randomId } from "#/base/random-id.ts";
import type { IntegrationContext } from "#/integrations/core/context.ts";
import { DavRefusal } from "#/integrations/core/dav.ts";
import type { Synced } from "#/integrations/core/adapter.ts";
import type { DroppedContact, SyncedContact } from "#/store/contacts/synced-contact-commands.ts";
import { contactSnapshotText } from "#/store/contacts/synced-contact-queries.ts";
import type { ContactPlaceRow } from "#/store/contacts/schema.ts";
import type { StoredContact } from "#/store/contacts/queries.ts";
import { type Card, editedCard, serializeCard, readCards } from "#/wire/vcard/vcard.ts";
import type { BookCard, Books } from "./dav.ts";
import { hashed, type Here, isAs, readHere, type Run, uidOf, Unplaced } from "./local-contacts.ts";
import { merged, readContactSnapshot } from "./merge.ts";
import { type GroupCard, GroupRun } from "./sync-groups.ts";
import { tooManyDeleted } from "./too-many-deleted.ts";

/** One sync of contacts and groups with an external address book: first pulls the changes there, then pushes the local ones. */
export class SyncRun {
  readonly #core: IntegrationContext;
  readonly #run: Run;
  readonly #groups: GroupRun;
  #came = 0;
  #went = 0;
  #refused = 0;
  #capacity = 0;
  #isFull = false;

  constructor(core: IntegrationContext, run: Run) {
    this.#core = core;
    this.#run = run;
    this.#groups = new GroupRun(core, run);
  }

  /** Returns true if all of it was stored. */
  get isWhole(): boolean {
    return !this.#isFull && !this.#groups.isFull;
  }

  /** Returns the outcome, as a sentence. */
  outcome(): Synced {
    const groups = this.#groups;
    if (!this.isWhole) {
      const what = this.#isFull ? "contacts" : "groups";
      return {
        result: "refused",
        answer: `Your address book in Inlet is full: not all ${what} fit.`,
      };
    }
    if (this.#refused + groups.refused > 0) {
      const which = [counted(this.#refused, "contact"), counted(groups.refused, "group")]
        .filter(Boolean)
        .join(" and ");
      return { result: "refused", answer: `The address book's server rejected ${which}.` };
    }
    const came = this.#came + groups.came;
    const went = this.#went + groups.went;
    const answer =
      came + went === 0 ? "Already in sync." : `Synced: ${came} received, ${went} sent.`;
    return { result: "delivered", answer };
  }

  /** Stores the changes made there; returns the reason why the sync cannot continue, or null. */
  async pull(isSure: boolean): Promise<Synced | null> {
    const { books, bookUrl } = this.#run;
    const listed = await books.list(bookUrl);
    const here = await this.#here();
    const groupMarks = await this.#groups.marks();
    const changed = [...listed].filter(([href, etag]) => {
      const mark = here.places.get(href)?.etag ?? groupMarks.get(href);
      return mark === undefined || mark === "" || mark !== etag;
    });
    const groupCards: GroupCard[] = [];
    const people = new Set(here.places.keys());
    const unplaced = new Unplaced(here, listed);
    this.#capacity = contactLimits.contacts - here.count;
    const hrefs = changed.map(([href]) => href);
    for await (const cards of books.cards(bookUrl, hrefs)) {
      this.#run.stopping?.throwIfAborted();
      const saved: SyncedContact[] = [];
      for (const one of cards) {
        const [card] = readCards(one.vcard);
        if (card?.isGroup) {
          // The server may name any number of groups: only as many as fit are held.
          const isHeld = groupMarks.has(one.href) || groupCards.length < contactLimits.groups;
          if (isHeld) groupCards.push({ ...one, card });
          else this.#groups.isFull = true;
        }
        if (card && !card.isGroup) {
          people.add(one.href);
          const place = this.#taken(one, card, { here, unplaced });
          if (place) saved.push(place);
        }
      }
      await this.#save(saved);
    }
    const asks = await this.#dropDeleted(listed, isSure);
    // Groups name contacts, which exist at this point.
    return asks ?? this.#groups.pull(groupCards, { listed, people }, isSure);
  }

  /** Sends the changes made here; false if another client wrote in between, and the book must be read again. */
  async push(): Promise<boolean> {
    const { books, bookUrl, stopping } = this.#run;
    const here = await this.#here();
    let isWhole = true;
    const edited: ContactPlaceRow[] = [];
    for (const place of here.places.values()) {
      const contact = here.contacts.get(place.contact_id);
      if (contact && contact.deleted_at === 0) {
        if (contactSnapshotText(contact) !== place.said_json) edited.push(place);
        continue;
      }
      stopping?.throwIfAborted();
      if (!(await books.remove(bookUrl, place))) {
        isWhole = false;
        continue;
      }
      await this.#drop([{ href: place.href, contactId: place.contact_id }]);
      this.#went++;
    }
    const seen = new Set<string>();
    // The current card is needed, as it holds data that is not stored here, such as a picture.
    for await (const cards of books.cards(
      bookUrl,
      edited.map(({ href }) => href),
    )) {
      for (const card of cards) {
        seen.add(card.href);
        if (!(await this.#replace(card, here))) isWhole = false;
      }
    }
    if (edited.some(({ href }) => !seen.has(href))) isWhole = false;
    for (const contact of this.#run.takesNew ? here.free : []) {
      if (!(await this.#create(contact))) isWhole = false;
    }
    return (await this.#groups.push()) && isWhole;
  }

  /** Returns the change here for a card that is new or changed there. */
  #taken(
    one: BookCard,
    card: Card,
    { here, unplaced }: { here: Here; unplaced: Unplaced },
  ): SyncedContact | undefined {
    const place = here.places.get(one.href);
    const saved = { href: one.href, etag: one.etag };
    if (card.name === "" && card.addresses.length === 0) {
      return place && { ...saved, contactId: place.contact_id, snapshot: place.said_json };
    }
    const placed = place && here.contacts.get(place.contact_id);
    const known = placed
      ? { contact: placed, base: readContactSnapshot(place.said_json) }
      : place
        ? undefined
        : unplaced.take(card);
    const whole = { vcard: serializeCard(card), uid: card.uid };
    if (!known) {
      if (this.#capacity <= 0) {
        this.#isFull = true;
        return undefined;
      }
      this.#capacity--;
      this.#came++;
      // Permanently deleted here in between, and changed there: it is created again.
      const id = place?.contact_id ?? ContactId.parse(randomId(this.#core.clock.now()));
      const contact = { id, ...fieldsOf(card), ...whole };
      return { ...saved, contactId: id, snapshot: null, write: { contact, seen: null } };
    }
    const { contact, base } = known;
    const isDeleted = contact.deleted_at > 0;
    // Deleted here and changed there: the change wins.
    const isTheirs = isDeleted || isAs(contact, base);
    const fields = isTheirs ? fieldsOf(card) : merged(base, contact, card);
    const isSame = !isDeleted && isAs(contact, fields);
    if (!isSame) this.#came++;
    const isUntouched = isSame && contact.vcard === whole.vcard && contact.uid === whole.uid;
    const seen = { snapshot: contactSnapshotText(contact), isDeleted };
    return {
      ...saved,
      contactId: contact.id,
      // A contact that still differs is sent there next.
      snapshot: isTheirs ? null : contactSnapshotText(card),
      ...(!isUntouched && { write: { contact: { id: contact.id, ...fields, ...whole }, seen } }),
    };
  }

  async #dropDeleted(listed: Map<string, string>, isSure: boolean): Promise<Synced | null> {
    const here = await this.#here();
    const gone = [...here.places.values()].filter(({ href }) => !listed.has(href));
    const asks = isSure ? null : tooManyDeleted(here.places.size, gone.length);
    if (asks !== null) return asks;
    if (gone.length === 0) return null;
    await this.#drop(
      gone.map(({ href, contact_id: contactId, said_json: snapshot }) => {
        const contact = here.contacts.get(contactId);
        // A contact that was changed here since then stays, and is sent there again.
        const isDropped = contact?.deleted_at === 0 && contactSnapshotText(contact) === snapshot;
        if (isDropped) this.#came++;
        return {
          href,
          contactId,
          ...(isDropped && { deletes: { seen: { snapshot, isDeleted: false } } }),
        };
      }),
    );
    return null;
  }

  /** Writes a contact into its card; false if the card was changed in between. */
  async #replace(card: BookCard, here: Here): Promise<boolean> {
    const place = here.places.get(card.href);
    const contact = place && here.contacts.get(place.contact_id);
    if (!place || !contact || card.etag !== place.etag) return false;
    return this.#put(contact, (books) => {
      const vcard = editedCard(card.vcard, contact, uidOf(contact));
      return books.update(this.#run.bookUrl, card, vcard);
    });
  }

  /** Creates a card, always under the same name and id: one by an attempt whose response was lost is found again. */
  #create(contact: StoredContact): Promise<boolean> {
    const uid = uidOf(contact);
    return this.#put(contact, (books) =>
      books.create(
        this.#run.bookUrl,
        `${hashed(uid)}.vcf`,
        editedCard(contact.vcard, contact, uid),
      ),
    );
  }

  async #put(
    contact: StoredContact,
    put: (books: Books) => Promise<{ href: string; etag: string } | null>,
  ): Promise<boolean> {
    this.#run.stopping?.throwIfAborted();
    try {
      const done = await put(this.#run.books);
      if (done === null) return false;
      await this.#save([
        { ...done, contactId: contact.id, snapshot: contactSnapshotText(contact) },
      ]);
      this.#went++;
      return true;
    } catch (error) {
      // The server refuses this card only.
      const isOne = error instanceof DavRefusal && [400, 413, 415, 422].includes(error.status);
      if (!isOne) throw error;
      this.#refused++;
      return true;
    }
  }

  async #save(places: readonly SyncedContact[]): Promise<void> {
    const { userId, id: integrationId } = this.#run;
    if (places.length === 0) return;
    await this.#core.execute("contactPlaces.save", { userId, integrationId, places });
  }

  async #drop(places: readonly DroppedContact[]): Promise<void> {
    const { userId, id: integrationId } = this.#run;
    await this.#core.execute("contactPlaces.drop", { userId, integrationId, places });
  }

  #here(): Promise<Here> {
    return readHere(this.#core.database.reader, this.#run.userId, this.#run.id);
  }
}

function counted(count: number, what: string): string {
  if (count === 0) return "";
  return count === 1 ? `1 ${what}` : `${count} ${what}s`;
}

function fieldsOf({ name, organization, notes, addresses }: Card) {
  return { name, organization, notes, addresses };
}
