import type { ContactGroupId, ContactId, IntegrationId, UserId } from "@inlet/contract/ids.ts";
import type { ContactGroupPlaceRow } from "./schema.ts";
import type { Reader } from "#/store/engine/database.ts";

/** A group with its members, deleted ones excluded. */
export interface StoredGroup {
  id: ContactGroupId;
  name: string;
  memberIds: ContactId[];
}

/** Returns the same text for groups with the same content. */
export function groupSnapshotText({ name, memberIds }: Omit<StoredGroup, "id">): string {
  return JSON.stringify([name, memberIds.toSorted()]);
}

/** Returns the locations of groups in one remote address book. */
export async function groupPlacesOf(
  reader: Reader,
  userId: UserId,
  integrationId: IntegrationId,
): Promise<ContactGroupPlaceRow[]> {
  return reader
    .selectFrom("contact_group_places")
    .selectAll()
    .where("user_id", "=", userId)
    .where("integration_id", "=", integrationId)
    .orderBy("href")
    .execute();
}

/** Returns the groups with a location in an address book other than this. */
export async function groupsInOtherBooks(
  reader: Reader,
  userId: UserId,
  integrationId: IntegrationId,
): Promise<Set<ContactGroupId>> {
  const rows = await reader
    .selectFrom("contact_group_places")
    .select("group_id")
    .where("user_id", "=", userId)
    .where("integration_id", "<>", integrationId)
    .execute();
  return new Set(rows.map((row) => row.group_id));
}

/** Returns all groups, oldest first. */
export async function allGroups(reader: Reader, userId: UserId): Promise<StoredGroup[]> {
  const groups = await reader
    .selectFrom("contact_groups")
    .select(["id", "name"])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  const members = await reader
    .selectFrom("contact_group_members")
    .innerJoin("contacts", (join) =>
      join
        .onRef("contacts.user_id", "=", "contact_group_members.user_id")
        .onRef("contacts.id", "=", "contact_group_members.contact_id"),
    )
    .select(["group_id", "contact_id"])
    .where("contact_group_members.user_id", "=", userId)
    .where("contacts.user_id", "=", userId)
    .where("contacts.deleted_at", "=", 0)
    .execute();
  const byGroup = Map.groupBy(members, (row) => row.group_id);
  return groups.map((group) => ({
    ...group,
    memberIds: (byGroup.get(group.id) ?? []).map((row) => row.contact_id),
  }));
}
