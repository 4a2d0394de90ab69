import { contactLimits } from "@inlet/contract/mail/contact-limits.ts";
import { ContactGroupId, type ContactId } from "@inlet/contract/ids.ts";
import { randomId } from "#/base/random-id.ts";
import type { IntegrationContext } from "#/integrations/core/context.ts";
import { DavRefusal } from "#/integrations/core/dav.ts";
import type { Synced } from "#/integrations/core/adapter.ts";
import type { DroppedGroup, SyncedGroup } from "#/store/contacts/synced-group-commands.ts";
import {
  allGroups,
  groupPlacesOf,
  groupSnapshotText,
  type StoredGroup,
} from "#/store/contacts/synced-group-queries.ts";
import { editedGroupCard, memberKey, membersOf, newGroupCard } from "#/wire/vcard/group-card.ts";
import type { Card } from "#/wire/vcard/vcard.ts";
import type { BookCard } from "./dav.ts";
import {
  type GroupsHere,
  isSameGroup,
  readGroupsHere,
  readGroupSnapshot,
  type GroupBaseline,
  type GroupSnapshot,
  uidOfGroup,
} from "./local-groups.ts";
import { hashed, type Run } from "./local-contacts.ts";
import { tooManyDeleted } from "./too-many-deleted.ts";

/** A card of a group, with its path. */
export interface GroupCard extends BookCard {
  card: Card;
}

/** The current content of the book: every path, and the paths of contacts. */
interface There {
  listed: ReadonlyMap<string, string>;
  people: ReadonlySet<string>;
}

function isGone({ listed, people }: There, href: string): boolean {
  return !listed.has(href) || people.has(href);
}

/** Syncs the groups of an address book once, after its contacts. */
export class GroupRun {
  readonly #core: IntegrationContext;
  readonly #run: Run;
  came = 0;
  went = 0;
  refused = 0;
  /** True if the user's address book in Inlet has no space for all groups. */
  isFull = false;

  constructor(core: IntegrationContext, run: Run) {
    this.#core = core;
    this.#run = run;
  }

  /** Returns the ETag of each group by path; "" if the group must be read again. */
  async marks(): Promise<Map<string, string>> {
    const { userId, id } = this.#run;
    const rows = await groupPlacesOf(this.#core.database.reader, userId, id);
    return new Map(
      rows.map(({ href, etag, said_json: snapshot }) => [
        href,
        // A member that was unknown then may be known by now.
        readGroupSnapshot(snapshot).isWhole ? etag : "",
      ]),
    );
  }

  /** Stores the changes made there; returns the reason why the sync cannot continue, or null. */
  async pull(cards: readonly GroupCard[], there: There, isSure: boolean): Promise<Synced | null> {
    if (cards.length === 0 && (await this.#hasNone())) return null;
    const here = await this.#here();
    const found = new Finder(here, this.#run, there);
    const saved = cards.flatMap((card) => this.#taken(card, here, found) ?? []);
    if (saved.length > 0) await this.#save(saved);
    return this.#dropDeleted(there, isSure);
  }

  /** Sends the changes made here; false if another client wrote in between, and the book must be read again. */
  async push(): Promise<boolean> {
    const { books, bookUrl, stopping, takesNew } = this.#run;
    if (await this.#hasNone()) return true;
    const here = await this.#here();
    let isWhole = true;
    const edited: string[] = [];
    for (const place of here.places.values()) {
      const group = here.groups.get(place.group_id);
      if (group) {
        if (!isSameGroup(here.ours(group), readGroupSnapshot(place.said_json)))
          edited.push(place.href);
        continue;
      }
      stopping?.throwIfAborted();
      if (!(await books.remove(bookUrl, place))) {
        isWhole = false;
        continue;
      }
      await this.#drop([{ href: place.href, groupId: place.group_id }]);
      this.went++;
    }
    const seen = new Set<string>();
    for await (const cards of books.cards(bookUrl, edited)) {
      for (const card of cards) {
        seen.add(card.href);
        if (!(await this.#replace(card, here))) isWhole = false;
      }
    }
    if (edited.some((href) => !seen.has(href))) isWhole = false;
    for (const group of takesNew ? here.free : []) {
      if (!(await this.#create(group, here))) isWhole = false;
    }
    return isWhole;
  }

  /** Returns the change here for a group's card that is new or changed there. */
  #taken(one: GroupCard, here: GroupsHere, found: Finder): SyncedGroup | undefined {
    const keys = membersOf(one.card);
    const theirs: GroupSnapshot = {
      name: one.card.name || "Group",
      members: new Map(
        keys
          .flatMap((key): [ContactId, string][] => {
            const id = here.contacts.get(key);
            return id === undefined ? [] : [[id, key]];
          })
          .slice(0, contactLimits.members),
      ),
    };
    const isWhole = keys.every((key) => here.contacts.has(key));
    const place = here.places.get(one.href);
    const known = place
      ? { id: place.group_id, base: readGroupSnapshot(place.said_json) }
      : found.take(one.card, theirs);
    const id = known?.id ?? ContactGroupId.parse(randomId(this.#core.clock.now()));
    const group = here.groups.get(id);
    if (!group && here.groups.size + found.made >= contactLimits.groups) {
      this.isFull = true;
      return undefined;
    }
    if (!group) found.made++;
    const saved = { href: one.href, etag: one.etag, groupId: id };
    const ours = group ? here.ours(group) : undefined;
    // Deleted here and changed there: the change wins.
    const wanted = ours && known ? mergedGroup(known.base, ours, theirs) : theirs;
    const snapshot = {
      name: wanted.name === theirs.name ? null : theirs.name,
      members: [...theirs.members],
      isWhole,
    };
    if (ours && isSameGroup(ours, wanted)) {
      return { ...saved, snapshot };
    }
    this.came++;
    const adds = [...wanted.members.keys()].filter((member) => !ours?.members.has(member));
    const removes = [...(ours?.members.keys() ?? [])].filter((one) => !wanted.members.has(one));
    const seen = group ? groupSnapshotText(group) : null;
    return { ...saved, snapshot, write: { name: wanted.name, adds, removes, seen } };
  }

  async #dropDeleted(there: There, isSure: boolean): Promise<Synced | null> {
    const here = await this.#here();
    const gone = [...here.places.values()].filter(({ href }) => isGone(there, href));
    const asks = isSure ? null : tooManyDeleted(here.places.size, gone.length, "groups");
    if (asks !== null) return asks;
    if (gone.length === 0) return null;
    await this.#drop(
      gone.map(({ href, group_id: groupId, said_json: snapshot }) => {
        const group = here.groups.get(groupId);
        // A group that was changed locally since the last sync is kept, and created in the book again.
        const isAsItWas = group && isSameGroup(here.ours(group), readGroupSnapshot(snapshot));
        if (isAsItWas) this.came++;
        return { href, groupId, ...(isAsItWas && { deletes: { seen: groupSnapshotText(group) } }) };
      }),
    );
    return null;
  }

  /** Applies the changes made here to the current card, so nothing in it is lost; false if it was changed in between. */
  async #replace(one: BookCard, here: GroupsHere): Promise<boolean> {
    const place = here.places.get(one.href);
    const group = place && here.groups.get(place.group_id);
    if (!place || !group) return false;
    const ours = here.ours(group);
    const base = readGroupSnapshot(place.said_json);
    const edited = editedGroupCard(one.vcard, {
      name: ours.name === base.name ? null : ours.name,
      adds: [...ours.members].flatMap(([id, uid]) => (base.members.has(id) ? [] : [uid])),
      removes: [...base.members].flatMap(([id, uid]) => (ours.members.has(id) ? [] : [uid])),
    });
    if (edited === null) return false;
    // Changes that another client made there in between are read the next time.
    const isWhole =
      one.etag === place.etag && edited.members.every((key) => here.contacts.has(key));
    return this.#put(group, { ...ours, isWhole }, () =>
      this.#run.books.update(this.#run.bookUrl, one, edited.vcard),
    );
  }

  /** Creates a card, always under the same name and id: one by an attempt whose response was lost is found again. */
  #create(group: StoredGroup, here: GroupsHere): Promise<boolean> {
    const { books, bookUrl, userId } = this.#run;
    const uid = uidOfGroup(userId, group);
    const ours = here.ours(group);
    const card = newGroupCard(uid, ours.name, [...ours.members.values()]);
    return this.#put(group, { ...ours, isWhole: true }, () =>
      books.create(bookUrl, `${hashed(uid)}.vcf`, card),
    );
  }

  async #put(
    { id: groupId }: StoredGroup,
    { name, members, isWhole }: GroupBaseline,
    put: () => Promise<{ href: string; etag: string } | null>,
  ): Promise<boolean> {
    this.#run.stopping?.throwIfAborted();
    try {
      const done = await put();
      if (done === null) return false;
      await this.#save([{ ...done, groupId, snapshot: { name, members: [...members], isWhole } }]);
      this.went++;
      return true;
    } catch (error) {
      const isOne = error instanceof DavRefusal && [400, 413, 415, 422].includes(error.status);
      if (!isOne) throw error;
      this.refused++;
      return true;
    }
  }

  async #save(places: readonly SyncedGroup[]): Promise<void> {
    const { userId, id: integrationId } = this.#run;
    await this.#core.execute("contactGroupPlaces.save", { userId, integrationId, places });
  }

  async #drop(places: readonly DroppedGroup[]): Promise<void> {
    const { userId, id: integrationId } = this.#run;
    await this.#core.execute("contactGroupPlaces.drop", { userId, integrationId, places });
  }

  async #hasNone(): Promise<boolean> {
    const { reader } = this.#core.database;
    const { userId, id } = this.#run;
    const places = await groupPlacesOf(reader, userId, id);
    return places.length === 0 && (await allGroups(reader, userId)).length === 0;
  }

  #here(): Promise<GroupsHere> {
    return readGroupsHere(this.#core.database.reader, this.#run.userId, this.#run.id);
  }
}

/** Merges the changes by both sides to a group's name and members since they were in sync. */
function mergedGroup(
  base: GroupSnapshot,
  ours: GroupSnapshot,
  theirs: GroupSnapshot,
): GroupSnapshot {
  const all = new Map([...ours.members, ...theirs.members]);
  const members = [...all].filter(([id]) =>
    base.members.has(id)
      ? ours.members.has(id) && theirs.members.has(id)
      : ours.members.has(id) || theirs.members.has(id),
  );
  return {
    name: theirs.name === base.name ? ours.name : theirs.name,
    members: new Map(members),
  };
}

interface Known {
  id: ContactGroupId;
  base: GroupSnapshot;
}

/** Finds the local group for a card at an unknown path. */
class Finder {
  readonly #byUid = new Map<string, Known | ContactGroupId>();
  readonly #byName = new Map<string, Known>();
  readonly #taken = new Set<ContactGroupId>();
  /** Number of new groups. */
  made = 0;

  constructor({ places, groups, free }: GroupsHere, { userId }: Run, there: There) {
    for (const group of free) {
      const { id, name } = group;
      this.#byUid.set(uidOfGroup(userId, group), id);
      this.#byName.set(name.toLowerCase(), { id, base: { name, members: new Map() } });
    }
    for (const { href, group_id: id, said_json: snapshot } of places.values()) {
      const group = groups.get(id);
      if (!group || !isGone(there, href)) continue;
      // The group has another path now.
      const moved = { id, base: readGroupSnapshot(snapshot) };
      this.#byUid.set(uidOfGroup(userId, group), moved);
      this.#byName.set(moved.base.name.toLowerCase(), moved);
    }
  }

  /** Returns the local group for a card, each group only once. */
  take({ uid }: Card, theirs: GroupSnapshot): Known | undefined {
    const own = this.#byUid.get(memberKey(uid));
    // Created by an attempt whose response was lost: changes made here since then are newer.
    const known = typeof own === "string" ? { id: own, base: theirs } : own;
    const found = known ?? this.#byName.get(theirs.name.toLowerCase());
    if (!found || this.#taken.has(found.id)) return undefined;
    this.#taken.add(found.id);
    return found;
  }
}
