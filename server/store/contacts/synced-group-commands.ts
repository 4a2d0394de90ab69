import { contactLimits } from "@inlet/contract/mail/contact-limits.ts";
import type { ContactGroupId, ContactId, UserId } from "@inlet/contract/ids.ts";
import { allGroups, groupSnapshotText, type StoredGroup } from "./synced-group-queries.ts";
import { inChunks } from "../engine/chunks.ts";
import { plainText } from "../engine/storable-text.ts";
import type { Writer } from "../engine/writer.ts";
import type { Command } from "#/store/commands/command.ts";
import { isLinked, type LinkedBook } from "./synced-contact-commands.ts";

/** The former location of a group. */
export interface DroppedGroup {
  href: string;
  groupId: ContactGroupId;
  /** Also deletes the group, if it is the same as when it was read. */
  deletes?: { seen: string };
}

/** The new location of a group. */
export interface SyncedGroup {
  href: string;
  etag: string;
  groupId: ContactGroupId;
  /** The group's state at the remote address book. `name` null: its name once it is written. */
  snapshot: {
    name: string | null;
    /** The members, each with its identifier in the address book. */
    members: [ContactId, string][];
    /** True if all the members it names exist here. */
    isWhole: boolean;
  };
  /** A change to make unless the group changed since it was read; `seen` null: it did not exist. */
  write?: { name: string; adds: ContactId[]; removes: ContactId[]; seen: string | null };
}

/**
 * Stores the state of groups at a remote address book. A group that the user changed since is skipped, and compared with the
 * remote one at the next sync.
 */
export const saveGroupPlaces: Command<LinkedBook & { places: readonly SyncedGroup[] }, void> = {
  durable: true,
  bulk: true,
  async run(writer, { userId, integrationId, places }) {
    const { db } = writer;
    await writer.lock(userId);
    if (!(await isLinked(writer, { userId, integrationId }))) return;
    let isChanged = false;
    const groups = new Map((await allGroups(db, userId)).map((group) => [group.id, group]));
    const held = new Map(
      (
        await db
          .selectFrom("contact_group_places")
          .select(["href", "group_id"])
          .where("user_id", "=", userId)
          .where("integration_id", "=", integrationId)
          .execute()
      ).map((place) => [place.href, place.group_id]),
    );
    for (const { href, etag, groupId, snapshot, write } of places) {
      const group = groups.get(groupId);
      // Another run was first: the group that it created for this card is the right one.
      if (!group && held.has(href) && held.get(href) !== groupId) continue;
      let { members } = snapshot;
      if (write) {
        if ((group ? groupSnapshotText(group) : null) !== write.seen) continue;
        if (!group && groups.size >= contactLimits.groups) continue;
        const now = await written(writer, userId, { id: groupId, groups, ...write });
        groups.set(groupId, now);
        // Do not record members beyond the limit as synced, or the next sync would remove them remotely.
        const left = new Set(write.adds.filter((id) => !now.memberIds.includes(id)));
        members = members.filter(([id]) => !left.has(id));
        isChanged = true;
      }
      const name = snapshot.name ?? groups.get(groupId)?.name ?? "";
      // It may have had another name there.
      await db
        .deleteFrom("contact_group_places")
        .where("user_id", "=", userId)
        .where("integration_id", "=", integrationId)
        .where((row) => row.or([row("href", "=", href), row("group_id", "=", groupId)]))
        .execute();
      await db
        .insertInto("contact_group_places")
        .values({
          user_id: userId,
          integration_id: integrationId,
          href,
          etag,
          group_id: groupId,
          said_json: plainText(JSON.stringify([name, members, snapshot.isWhole])),
        })
        .execute();
    }
    if (isChanged) await writer.change(userId, "settings.changed", ["contacts"]);
  },
};

interface GroupRequest {
  id: ContactGroupId;
  name: string;
  adds: ContactId[];
  removes: ContactId[];
  groups: ReadonlyMap<ContactGroupId, StoredGroup>;
}

async function written(
  { db, now }: Writer,
  userId: UserId,
  { id, name: requested, adds, removes, groups }: GroupRequest,
): Promise<StoredGroup> {
  const others = [...groups.values()].filter((other) => other.id !== id);
  const name = freeName(plainText(requested), new Set(others.map((one) => one.name.toLowerCase())));
  await db
    .insertInto("contact_groups")
    .values({ user_id: userId, id, name, created_at: now })
    .onConflict((conflict) => conflict.columns(["user_id", "id"]).doUpdateSet({ name }))
    .execute();
  const before = groups.get(id)?.memberIds ?? [];
  const gone = new Set(removes);
  const stay = before.filter((one) => !gone.has(one));
  const isIn = new Set(stay);
  const added = adds
    .filter((one) => !isIn.has(one))
    .slice(0, Math.max(contactLimits.members - stay.length, 0));
  // Includes contacts that are in the trash for a day: the group does not list them when they are restored.
  for (const some of inChunks([...removes, ...added])) {
    await db
      .deleteFrom("contact_group_members")
      .where("user_id", "=", userId)
      .where("group_id", "=", id)
      .where("contact_id", "in", some)
      .execute();
  }
  for (const some of inChunks(added)) {
    await db
      .insertInto("contact_group_members")
      .values(some.map((contactId) => ({ user_id: userId, group_id: id, contact_id: contactId })))
      .execute();
  }
  return { id, name, memberIds: [...stay, ...added] };
}

/** Returns the name, with a number appended if another group of the user has it. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name.toLowerCase())) return name;
  for (let number = 2; ; number++) {
    const other = `${name} (${number})`;
    if (!taken.has(other.toLowerCase())) return other;
  }
}

/** Deletes locations of groups. A group to delete along with its location stays if it changed since it was seen. */
export const dropGroupPlaces: Command<LinkedBook & { places: readonly DroppedGroup[] }, void> = {
  durable: true,
  bulk: true,
  async run(writer, { userId, integrationId, places }) {
    const { db } = writer;
    await writer.lock(userId);
    if (!(await isLinked(writer, { userId, integrationId }))) return;
    const groups = new Map((await allGroups(db, userId)).map((group) => [group.id, group]));
    let isChanged = false;
    for (const { href, groupId, deletes } of places) {
      await db
        .deleteFrom("contact_group_places")
        .where("user_id", "=", userId)
        .where("integration_id", "=", integrationId)
        .where("href", "=", href)
        .where("group_id", "=", groupId)
        .execute();
      const group = groups.get(groupId);
      if (!deletes || !group || groupSnapshotText(group) !== deletes.seen) continue;
      await db
        .deleteFrom("contact_group_members")
        .where("user_id", "=", userId)
        .where("group_id", "=", groupId)
        .execute();
      await db
        .deleteFrom("contact_groups")
        .where("user_id", "=", userId)
        .where("id", "=", groupId)
        .execute();
      isChanged = true;
    }
    if (isChanged) await writer.change(userId, "settings.changed", ["contacts"]);
  },
};
