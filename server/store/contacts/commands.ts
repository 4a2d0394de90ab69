import { contactLimits } from "@inlet/contract/mail/contact-limits.ts";
import type { ContactGroupId, ContactId, UserId } from "@inlet/contract/ids.ts";
import { Failure } from "#/base/failure.ts";
import type { ContactAddressRow } from "./schema.ts";
import { foldName } from "./correspondents.ts";
import { inChunks } from "../engine/chunks.ts";
import { plainText } from "../engine/storable-text.ts";
import { queueContactSync } from "./queue-sync.ts";
import type { Writer } from "../engine/writer.ts";
import type { Command } from "#/store/commands/command.ts";

/** A contact's content as the user writes it. */
export interface WrittenContact {
  id: ContactId;
  name: string;
  organization: string;
  notes: string;
  addresses: readonly string[];
  /** The vCard of a new contact. */
  vcard?: string;
  uid?: string;
}

/** Creates or changes contacts, all or none. Throws contact.too_many. */
export const saveContacts: Command<{ userId: UserId; contacts: readonly WrittenContact[] }, void> =
  {
    durable: true,
    bulk: ({ contacts }) => contacts.length > 1,
    async run(writer, { userId, contacts }) {
      await writer.lock(userId);
      await requireCapacity(writer, userId, contacts);
      for (const some of inChunks(contacts, 500)) await storeContacts(writer, userId, some);
      await queueContactSync(writer, userId);
      await publish(writer, userId);
    },
  };

async function requireCapacity(
  { db }: Writer,
  userId: UserId,
  contacts: readonly WrittenContact[],
): Promise<void> {
  const there = await db
    .selectFrom("contacts")
    .select("id")
    .where("user_id", "=", userId)
    .where("deleted_at", "=", 0)
    .execute();
  const all = new Set([...there, ...contacts].map(({ id }) => id));
  if (all.size > contactLimits.contacts) throw new Failure("contact.too_many");
}

/** Writes contacts for a command that holds the user's lock. */
export async function storeContacts(
  { db, now }: Writer,
  userId: UserId,
  contacts: readonly WrittenContact[],
): Promise<void> {
  await db
    .insertInto("contacts")
    .values(
      contacts.map((contact) => ({
        user_id: userId,
        id: contact.id,
        name: plainText(contact.name),
        organization: plainText(contact.organization),
        notes: plainText(contact.notes),
        words: wordsOf(contact),
        vcard: plainText(contact.vcard ?? ""),
        uid: plainText(contact.uid ?? ""),
        deleted_at: 0,
        created_at: now,
        updated_at: now,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(["user_id", "id"]).doUpdateSet((eb) => ({
        name: eb.ref("excluded.name"),
        organization: eb.ref("excluded.organization"),
        notes: eb.ref("excluded.notes"),
        words: eb.ref("excluded.words"),
        // The vCard and the UID of an existing contact stay.
        deleted_at: 0,
        updated_at: now,
      })),
    )
    .execute();
  await db
    .deleteFrom("contact_addresses")
    .where("user_id", "=", userId)
    .where(
      "contact_id",
      "in",
      contacts.map(({ id }) => id),
    )
    .execute();
  const addresses = contacts.flatMap((contact) => addressesOf(userId, contact));
  for (const some of inChunks(addresses)) {
    await db.insertInto("contact_addresses").values(some).execute();
  }
}

function addressesOf(userId: UserId, { id, addresses }: WrittenContact): ContactAddressRow[] {
  const byKey = new Map(
    addresses.map((address) => [plainText(address).toLowerCase(), plainText(address)]),
  );
  return [...byKey].map(([key, address], position) => ({
    user_id: userId,
    contact_id: id,
    address,
    address_key: key,
    position,
  }));
}

/** Deletes or restores a contact. Returns false if it does not exist. */
export const deleteContact: Command<
  { userId: UserId; id: ContactId; isDeleted: boolean },
  boolean
> = {
  durable: true,
  async run(writer, { userId, id, isDeleted }) {
    const { db, now } = writer;
    const row = await db
      .updateTable("contacts")
      .set({ deleted_at: isDeleted ? now : 0, updated_at: now })
      .where("user_id", "=", userId)
      .where("id", "=", id)
      .where("deleted_at", isDeleted ? "=" : ">", 0)
      .returning("id")
      .executeTakeFirst();
    if (!row) return false;
    await queueContactSync(writer, userId);
    await publish(writer, userId);
    return true;
  },
};

/** Permanently removes contacts that were deleted before this time. */
export const pruneContacts: Command<{ before: number }, void> = {
  durable: false,
  async run({ db }, { before }) {
    const gone = await db
      .selectFrom("contacts")
      .select(["user_id", "id"])
      .where("deleted_at", ">", 0)
      .where("deleted_at", "<", before)
      .limit(1000)
      .execute();
    for (const { user_id: userId, id } of gone) {
      for (const table of ["contact_addresses", "contact_group_members"] as const) {
        await db
          .deleteFrom(table)
          .where("user_id", "=", userId)
          .where("contact_id", "=", id)
          .execute();
      }
      await db.deleteFrom("contacts").where("user_id", "=", userId).where("id", "=", id).execute();
    }
  },
};

/** Creates or renames a group. Throws contact_group.name_taken, contact_group.too_many. */
export const saveContactGroup: Command<{ userId: UserId; id: ContactGroupId; name: string }, void> =
  {
    durable: true,
    async run(writer, { userId, id, name }) {
      const { db, now } = writer;
      await writer.lock(userId);
      const others = await db
        .selectFrom("contact_groups")
        .select("name")
        .where("user_id", "=", userId)
        .where("id", "<>", id)
        .execute();
      if (others.some((other) => other.name.toLowerCase() === name.toLowerCase())) {
        throw new Failure("contact_group.name_taken");
      }
      if (others.length >= contactLimits.groups) throw new Failure("contact_group.too_many");
      await db
        .insertInto("contact_groups")
        .values({ user_id: userId, id, name, created_at: now })
        .onConflict((conflict) => conflict.columns(["user_id", "id"]).doUpdateSet({ name }))
        .execute();
      await queueContactSync(writer, userId);
      await publish(writer, userId);
    },
  };

/** Deletes a group; its members remain contacts. */
export const removeContactGroup: Command<{ userId: UserId; id: ContactGroupId }, void> = {
  durable: true,
  async run(writer, { userId, id }) {
    const { db } = writer;
    await db
      .deleteFrom("contact_group_members")
      .where("user_id", "=", userId)
      .where("group_id", "=", id)
      .execute();
    await db
      .deleteFrom("contact_groups")
      .where("user_id", "=", userId)
      .where("id", "=", id)
      .execute();
    await queueContactSync(writer, userId);
    await publish(writer, userId);
  },
};

/** Throws contact.not_found, contact_group.not_found, contact_group.full. */
export const changeMember: Command<
  { userId: UserId; groupId: ContactGroupId; contactId: ContactId; isMember: boolean },
  void
> = {
  durable: true,
  async run(writer, { userId, groupId, contactId, isMember }) {
    const { db } = writer;
    await writer.lock(userId);
    const group = await db
      .selectFrom("contact_groups")
      .select("id")
      .where("user_id", "=", userId)
      .where("id", "=", groupId)
      .executeTakeFirst();
    if (!group) throw new Failure("contact_group.not_found");
    const contact = await db
      .selectFrom("contacts")
      .select("id")
      .where("user_id", "=", userId)
      .where("id", "=", contactId)
      .where("deleted_at", "=", 0)
      .executeTakeFirst();
    if (!contact) throw new Failure("contact.not_found");
    await db
      .deleteFrom("contact_group_members")
      .where("user_id", "=", userId)
      .where("group_id", "=", groupId)
      .where("contact_id", "=", contactId)
      .execute();
    if (isMember) {
      const { count } = await db
        .selectFrom("contact_group_members")
        .select((one) => one.fn.countAll<number>().as("count"))
        .where("user_id", "=", userId)
        .where("group_id", "=", groupId)
        .executeTakeFirstOrThrow();
      if (Number(count) >= contactLimits.members) throw new Failure("contact_group.full");
      await db
        .insertInto("contact_group_members")
        .values({ user_id: userId, group_id: groupId, contact_id: contactId })
        .execute();
    }
    await queueContactSync(writer, userId);
    await publish(writer, userId);
  },
};

/** Makes pages that show contacts reload them. */
function publish(writer: Writer, userId: UserId): Promise<void> {
  return writer.change(userId, "settings.changed", ["contacts"]);
}

const wordsMaxLength = 600;

function wordsOf({ name, organization, addresses }: WrittenContact): string {
  const parts = (text: string) => foldName(text).split(/[^\p{L}\p{N}]+/u);
  const words = [
    ...parts(name),
    ...parts(organization),
    ...addresses.flatMap((address) => [foldName(address), ...parts(address)]),
  ].filter(Boolean);
  return plainText(` ${[...new Set(words)].join(" ")}`.slice(0, wordsMaxLength));
}
