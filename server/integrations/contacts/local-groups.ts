import type { ContactId, IntegrationId, UserId } from "@inlet/contract/ids.ts";
import { z } from "zod";
import {
  allGroups,
  groupPlacesOf,
  groupsInOtherBooks,
  type StoredGroup,
} from "#/store/contacts/synced-group-queries.ts";
import type { ContactGroupPlaceRow } from "#/store/contacts/schema.ts";
import type { Reader } from "#/store/engine/database.ts";
import { memberKey } from "#/wire/vcard/group-card.ts";
import { hashed, readHere, uidOf } from "./local-contacts.ts";

/** A group as one address book can hold it: with the members that are in the book. */
export interface GroupSnapshot {
  name: string;
  /** The members, with their UIDs in the book. */
  members: Map<ContactId, string>;
}

/** A group as both sides held it. */
export interface GroupBaseline extends GroupSnapshot {
  /** True if all members that it named were known here. */
  isWhole: boolean;
}

/** The local groups, and their paths in one external address book. */
export interface GroupsHere {
  /** Groups in the book, by path. */
  places: Map<string, ContactGroupPlaceRow>;
  groups: Map<string, StoredGroup>;
  /** Groups that are in no external address book. */
  free: StoredGroup[];
  /** Contacts in the book, by their UID there; including contacts that were deleted here and are still there. */
  contacts: Map<string, ContactId>;
  /** Returns a local group as this address book can hold it. */
  ours: (group: StoredGroup) => GroupSnapshot;
}

/** Reads the local groups. */
export async function readGroupsHere(
  reader: Reader,
  userId: UserId,
  integrationId: IntegrationId,
): Promise<GroupsHere> {
  const here = await readHere(reader, userId, integrationId);
  const uids = new Map<ContactId, string>();
  for (const { contact_id: id } of here.places.values()) {
    const contact = here.contacts.get(id);
    if (contact) uids.set(id, uidOf(contact));
  }
  const rows = await groupPlacesOf(reader, userId, integrationId);
  const all = await allGroups(reader, userId);
  const placed = new Set(rows.map((row) => row.group_id));
  const otherPlace = await groupsInOtherBooks(reader, userId, integrationId);
  return {
    places: new Map(rows.map((row) => [row.href, row])),
    groups: new Map(all.map((group) => [group.id, group])),
    free: all.filter(({ id }) => !placed.has(id) && !otherPlace.has(id)),
    contacts: new Map([...uids].map(([id, uid]) => [memberKey(uid), id])),
    ours: ({ name, memberIds }) => ({
      name,
      members: new Map(
        memberIds.flatMap((id) => {
          const uid = uids.get(id);
          return uid === undefined ? [] : [[id, uid]];
        }),
      ),
    }),
  };
}

const Snapshot = z.tuple([z.string(), z.array(z.tuple([z.string(), z.string()])), z.boolean()]);

/** Returns the group as both sides held it when they were last in sync. */
export function readGroupSnapshot(json: string): GroupBaseline {
  const [name, members, isWhole] = Snapshot.parse(JSON.parse(json));
  // The text is written only by the command that saves these rows, from ids.
  return { name, members: new Map(members as [ContactId, string][]), isWhole };
}

/** Returns true if both have the same name and members. */
export function isSameGroup(one: GroupSnapshot, other: GroupSnapshot): boolean {
  return (
    one.name === other.name &&
    one.members.size === other.members.size &&
    [...one.members.keys()].every((id) => other.members.has(id))
  );
}

/** Returns the UID in the book for a group that was created here; the same at each attempt. */
export function uidOfGroup(userId: UserId, { id }: Pick<StoredGroup, "id">): string {
  return `${hashed(`${userId} ${id}`)}@inlet`;
}
