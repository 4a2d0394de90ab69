import type { ContactId, IntegrationId, UserId } from "@inlet/contract/ids.ts";
import { z } from "zod";
import {
  allGroups,
  groupPlacesOf,
  groupsPlacedElsewhere,
  type StoredGroup,
} from "#/store/contact-group-places.ts";
import type { ContactGroupPlaceRow } from "#/store/contact-tables.ts";
import type { Reader } from "#/store/database.ts";
import { memberKey } from "#/wire/vcard/group-card.ts";
import { hashed, readHere, uidOf } from "./here.ts";

/** A group as one address book can say it: of its members those who stand there. */
export interface SaidOfGroup {
  name: string;
  /** With what each is known by there. */
  members: Map<ContactId, string>;
}

/** What both sides said. */
export interface SaidBefore extends SaidOfGroup {
  /** It named nobody who was not known here. */
  isWhole: boolean;
}

/** The groups as they are here, and where they stand in one address book elsewhere. */
export interface GroupsHere {
  /** By their path there. */
  places: Map<string, ContactGroupPlaceRow>;
  groups: Map<string, StoredGroup>;
  /** Those that stand in no address book elsewhere. */
  free: StoredGroup[];
  /** Who stands there, by what they are known by; also who was deleted here and is still there. */
  contacts: Map<string, ContactId>;
  /** What this address book can say of a group as it is here. */
  ours: (group: StoredGroup) => SaidOfGroup;
}

/** Reads what is here. */
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
  const elsewhere = await groupsPlacedElsewhere(reader, userId, integrationId);
  return {
    places: new Map(rows.map((row) => [row.href, row])),
    groups: new Map(all.map((group) => [group.id, group])),
    free: all.filter(({ id }) => !placed.has(id) && !elsewhere.has(id)),
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

const Said = z.tuple([z.string(), z.array(z.tuple([z.string(), z.string()])), z.boolean()]);

/** What both sides said when they were in step last. */
export function readSaidOfGroup(json: string): SaidBefore {
  const [name, members, isWhole] = Said.parse(JSON.parse(json));
  // Only the command that keeps places writes this, from ids.
  return { name, members: new Map(members as [ContactId, string][]), isWhole };
}

/** Whether two say the same. */
export function isSameGroup(one: SaidOfGroup, other: SaidOfGroup): boolean {
  return (
    one.name === other.name &&
    one.members.size === other.members.size &&
    [...one.members.keys()].every((id) => other.members.has(id))
  );
}

/** What a group that was made here is known by there; the same at each try. */
export function uidOfGroup(userId: UserId, { id }: Pick<StoredGroup, "id">): string {
  return `${hashed(`${userId} ${id}`)}@inlet`;
}
