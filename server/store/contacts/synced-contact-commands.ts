import type { ContactId, IntegrationId, UserId } from "@inlet/contract/ids.ts";
import { contactSnapshotText } from "./synced-contact-queries.ts";
import { plainText } from "../engine/storable-text.ts";
import type { Writer } from "../engine/writer.ts";
import type { Command } from "#/store/commands/command.ts";
import { storeContacts, type WrittenContact } from "./commands.ts";

/** A remote address book. */
export interface LinkedBook {
  userId: UserId;
  integrationId: IntegrationId;
}

/** State of a contact when it was read: its content, and whether it was deleted. Null: it did not exist. */
type SeenContact = { snapshot: string; isDeleted: boolean } | null;

/** The former location of a contact. */
export interface DroppedContact {
  href: string;
  contactId: ContactId;
  /** Set if the contact is deleted too. */
  deletes?: { seen: SeenContact };
}

/** The new location of a contact. */
export interface SyncedContact {
  href: string;
  etag: string;
  contactId: ContactId;
  /** The contact's content at the remote address book; null: its content once it is written. */
  snapshot: string | null;
  /** New content, written unless the contact changed since it was read. Absent: nothing is written. */
  write?: { contact: WrittenContact; seen: SeenContact };
}

/**
 * Stores the content and locations of contacts at a remote address book. A contact that the user changed since is skipped, and
 * compared with the remote one at the next sync. Returns false if the address book was disconnected.
 */
export const savePlaces: Command<LinkedBook & { places: readonly SyncedContact[] }, boolean> = {
  durable: true,
  bulk: true,
  async run(writer, { userId, integrationId, places }) {
    const { db } = writer;
    await writer.lock(userId);
    if (!(await isLinked(writer, { userId, integrationId }))) return false;
    let isChanged = false;
    for (const { href, etag, contactId, snapshot, write } of places) {
      const holder = await db
        .selectFrom("contact_places")
        .select("contact_id")
        .where("user_id", "=", userId)
        .where("integration_id", "=", integrationId)
        .where("href", "=", href)
        .executeTakeFirst();
      // Another process saved this location first.
      if (holder && holder.contact_id !== contactId) continue;
      if (write) {
        if (!(await isAsSeen(writer, userId, contactId, write.seen))) continue;
        await storeContacts(writer, userId, [write.contact]);
        const { vcard, uid } = write.contact;
        await db
          .updateTable("contacts")
          .set({
            ...(vcard !== undefined && { vcard: plainText(vcard) }),
            ...(uid !== undefined && { uid: plainText(uid) }),
          })
          .where("user_id", "=", userId)
          .where("id", "=", contactId)
          .execute();
        isChanged = true;
      }
      // It may have had another name there.
      await db
        .deleteFrom("contact_places")
        .where("user_id", "=", userId)
        .where("integration_id", "=", integrationId)
        .where((row) => row.or([row("href", "=", href), row("contact_id", "=", contactId)]))
        .execute();
      const now = await currentContact(writer, userId, contactId);
      await db
        .insertInto("contact_places")
        .values({
          user_id: userId,
          integration_id: integrationId,
          href,
          etag,
          contact_id: contactId,
          said_json: plainText(snapshot ?? now?.snapshot ?? ""),
        })
        .execute();
    }
    if (isChanged) await writer.change(userId, "settings.changed", ["contacts"]);
    return true;
  },
};

/**
 * Deletes locations of contacts. A contact to delete along with its location stays if it changed since it was seen, and is
 * uploaded again.
 */
export const dropPlaces: Command<LinkedBook & { places: readonly DroppedContact[] }, void> = {
  durable: true,
  bulk: true,
  async run(writer, { userId, integrationId, places }) {
    const { db, now } = writer;
    await writer.lock(userId);
    if (!(await isLinked(writer, { userId, integrationId }))) return;
    let isChanged = false;
    for (const { href, contactId, deletes } of places) {
      await db
        .deleteFrom("contact_places")
        .where("user_id", "=", userId)
        .where("integration_id", "=", integrationId)
        .where("href", "=", href)
        .where("contact_id", "=", contactId)
        .execute();
      if (!deletes || !(await isAsSeen(writer, userId, contactId, deletes.seen))) continue;
      await db
        .updateTable("contacts")
        .set({ deleted_at: now, updated_at: now })
        .where("user_id", "=", userId)
        .where("id", "=", contactId)
        .execute();
      isChanged = true;
    }
    if (isChanged) await writer.change(userId, "settings.changed", ["contacts"]);
  },
};

/** Reports whether the user still has this address book. */
export async function isLinked(
  { db }: Writer,
  { userId, integrationId }: LinkedBook,
): Promise<boolean> {
  const row = await db
    .selectFrom("integrations")
    .select("id")
    .where("user_id", "=", userId)
    .where("id", "=", integrationId)
    .executeTakeFirst();
  return row !== undefined;
}

async function isAsSeen(
  writer: Writer,
  userId: UserId,
  id: ContactId,
  seen: SeenContact,
): Promise<boolean> {
  const now = await currentContact(writer, userId, id);
  return now?.snapshot === seen?.snapshot && now?.isDeleted === seen?.isDeleted;
}

async function currentContact({ db }: Writer, userId: UserId, id: ContactId): Promise<SeenContact> {
  const row = await db
    .selectFrom("contacts")
    .select(["name", "organization", "notes", "deleted_at"])
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) return null;
  const addresses = await db
    .selectFrom("contact_addresses")
    .select("address")
    .where("user_id", "=", userId)
    .where("contact_id", "=", id)
    .orderBy("position")
    .execute();
  const snapshot = contactSnapshotText({
    ...row,
    addresses: addresses.map(({ address }) => address),
  });
  return { snapshot, isDeleted: row.deleted_at > 0 };
}
