import type { ContactGroupId, ContactId, UserId } from "@inlet/contract/ids.ts";
import { sql } from "kysely";
import type { ContactGroupRow, ContactRow } from "./schema.ts";
import { foldName, isIn } from "./correspondents.ts";
import type { Reader } from "#/store/engine/database.ts";
import { inChunks } from "#/store/engine/chunks.ts";

/** A contact with data from other tables. */
export interface StoredContact extends ContactRow {
  addresses: string[];
  groupIds: ContactGroupId[];
  /** Number of messages that the user sent to its addresses. */
  sent: number;
}

interface Wanted {
  query?: string | undefined;
  groupId?: ContactGroupId | undefined;
  /** End of the previous page, with its values at that time. */
  after?: { sent: number; words: string; id: ContactId } | undefined;
  limit: number;
}

/** Returns contacts, the ones that the user writes to most first. */
export async function contactsLike(
  reader: Reader,
  userId: UserId,
  { query = "", groupId, after, limit }: Wanted,
): Promise<StoredContact[]> {
  let rows = reader
    .selectFrom(withUse(reader, userId).as("contacts"))
    .selectAll()
    .where("deleted_at", "=", 0);
  for (const word of foldName(query).split(/\s+/).filter(Boolean)) rows = rows.where(isIn(word));
  if (groupId !== undefined) {
    rows = rows.where("id", "in", (from) =>
      from
        .selectFrom("contact_group_members")
        .select("contact_id")
        .where("user_id", "=", userId)
        .where("group_id", "=", groupId),
    );
  }
  if (after) {
    const { words } = after;
    rows = rows.where(({ or, and, eb }) =>
      or([
        eb("sent", "<", after.sent),
        and([eb("sent", "=", after.sent), eb("words", ">", words)]),
        and([eb("sent", "=", after.sent), eb("words", "=", words), eb("id", ">", after.id)]),
      ]),
    );
  }
  const found = await rows
    .orderBy("sent", "desc")
    .orderBy("words")
    .orderBy("id")
    .limit(limit)
    .execute();
  return withParts(reader, userId, found);
}

/** Returns these contacts, including recently deleted ones. */
export async function contactsById(
  reader: Reader,
  userId: UserId,
  ids: readonly ContactId[],
): Promise<StoredContact[]> {
  const found: (ContactRow & { sent: number })[] = [];
  for (const some of inChunks(ids)) {
    const rows = await reader
      .selectFrom(withUse(reader, userId).as("contacts"))
      .selectAll()
      .where("id", "in", some)
      .execute();
    found.push(...rows);
  }
  return withParts(reader, userId, found);
}

/** Returns all contacts, oldest first. */
export async function allContacts(reader: Reader, userId: UserId): Promise<StoredContact[]> {
  const rows = await reader
    .selectFrom("contacts")
    .selectAll()
    .where("user_id", "=", userId)
    .where("deleted_at", "=", 0)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return withParts(
    reader,
    userId,
    rows.map((row) => ({ ...row, sent: 0 })),
  );
}

/** Returns the names of the addresses, given in lower case, in the address book. */
export async function contactNames(
  reader: Reader,
  userId: UserId,
  addresses: readonly string[],
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const some of inChunks(addresses)) {
    const rows = await reader
      .selectFrom("contact_addresses")
      .innerJoin("contacts", (join) =>
        join
          .onRef("contacts.user_id", "=", "contact_addresses.user_id")
          .onRef("contacts.id", "=", "contact_addresses.contact_id"),
      )
      .select(["address_key", "name"])
      .where("contact_addresses.user_id", "=", userId)
      .where("contacts.user_id", "=", userId)
      .where("contacts.deleted_at", "=", 0)
      .where("name", "<>", "")
      .where("address_key", "in", some)
      .orderBy("contacts.id", "desc")
      .execute();
    for (const row of rows) names.set(row.address_key, row.name);
  }
  return names;
}

/** Returns the groups by name, each with its number of members. */
export async function contactGroupsOf(
  reader: Reader,
  userId: UserId,
): Promise<(ContactGroupRow & { members: number })[]> {
  const groups = await reader
    .selectFrom("contact_groups")
    .selectAll()
    .where("user_id", "=", userId)
    .execute();
  const counts = await reader
    .selectFrom("contact_group_members")
    .innerJoin("contacts", (join) =>
      join
        .onRef("contacts.user_id", "=", "contact_group_members.user_id")
        .onRef("contacts.id", "=", "contact_group_members.contact_id"),
    )
    .select(["group_id", (eb) => eb.fn.countAll<number>().as("members")])
    .where("contact_group_members.user_id", "=", userId)
    .where("contacts.user_id", "=", userId)
    .where("contacts.deleted_at", "=", 0)
    .groupBy("group_id")
    .execute();
  const members = new Map(counts.map((row) => [row.group_id, Number(row.members)]));
  return groups
    .map((group) => ({ ...group, members: members.get(group.id) ?? 0 }))
    .toSorted(
      (one, other) => one.name.localeCompare(other.name, "en") || (one.id < other.id ? -1 : 1),
    );
}

function withUse(reader: Reader, userId: UserId) {
  return reader
    .selectFrom("contacts")
    .selectAll()
    .select(
      sql<number>`cast(coalesce((
        select sum(correspondents.sent) from contact_addresses
        join correspondents on correspondents.user_id = contact_addresses.user_id
          and correspondents.address = contact_addresses.address_key
        where contact_addresses.user_id = contacts.user_id
          and contact_addresses.contact_id = contacts.id), 0) as bigint)`.as("sent"),
    )
    .where("user_id", "=", userId);
}

async function withParts(
  reader: Reader,
  userId: UserId,
  rows: readonly (ContactRow & { sent: number })[],
): Promise<StoredContact[]> {
  const addresses = new Map<string, string[]>();
  const groups = new Map<string, ContactGroupId[]>();
  for (const some of inChunks(rows.map(({ id }) => id))) {
    const found = await reader
      .selectFrom("contact_addresses")
      .select(["contact_id", "address"])
      .where("user_id", "=", userId)
      .where("contact_id", "in", some)
      .orderBy("position")
      .execute();
    for (const row of found) {
      addresses.set(row.contact_id, [...(addresses.get(row.contact_id) ?? []), row.address]);
    }
    const members = await reader
      .selectFrom("contact_group_members")
      .select(["contact_id", "group_id"])
      .where("user_id", "=", userId)
      .where("contact_id", "in", some)
      .orderBy("group_id")
      .execute();
    for (const row of members) {
      groups.set(row.contact_id, [...(groups.get(row.contact_id) ?? []), row.group_id]);
    }
  }
  return rows.map((row) => ({
    ...row,
    sent: Number(row.sent),
    addresses: addresses.get(row.id) ?? [],
    groupIds: groups.get(row.id) ?? [],
  }));
}
