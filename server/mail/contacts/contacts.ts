import { contactLimits } from "@inlet/contract/mail/contact-limits.ts";
import type {
  Contact,
  ContactGroup,
  listContacts,
  saveContact,
} from "@inlet/contract/mail/contacts.ts";
import { ContactId, type ContactGroupId, type UserId } from "@inlet/contract/ids.ts";
import type { z } from "zod";
import { Failure } from "#/base/failure.ts";
import {
  contactGroupsOf,
  contactsById,
  contactsLike,
  type StoredContact,
} from "#/store/contacts/queries.ts";
import { isAddress } from "#/wire/mime/addresses.ts";
import { visibleLine } from "#/wire/mime/html/visible-line.ts";
import type { MailContext } from "#/mail/context.ts";

/** Returns a page of the address book. Throws list.bad_cursor. */
export async function readContacts(
  mail: MailContext,
  userId: UserId,
  { query, groupId, cursor }: z.output<typeof listContacts.input>,
): Promise<z.output<typeof listContacts.output>> {
  const limit = contactLimits.page;
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const wanted = { query, groupId, after, limit: limit + 1 };
  const rows = await contactsLike(mail.database.reader, userId, wanted);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    contacts: shown.map(presentContact),
    // The cursor holds the sort key itself: a contact that changes or is deleted does not move the start of the next page.
    nextCursor: last ? `${last.sent}.${last.id}.${last.words}` : null,
  };
}

/** Creates or changes a contact. Throws contact.fields_required, contact.bad_address, contact.too_many. */
export async function storeContact(
  mail: MailContext,
  userId: UserId,
  request: z.output<typeof saveContact.input>,
): Promise<Contact> {
  const contact = {
    ...request,
    name: visibleLine(request.name),
    organization: visibleLine(request.organization),
    addresses: request.addresses.filter(Boolean),
  };
  if (contact.name === "" && contact.addresses.length === 0) {
    throw new Failure("contact.fields_required");
  }
  if (!contact.addresses.every(isAddress)) throw new Failure("contact.bad_address");
  await mail.execute("contacts.save", { userId, contacts: [contact] });
  return contactOf(mail, userId, request.id);
}

/** Deletes a contact. Throws contact.not_found. */
export async function dropContact(mail: MailContext, userId: UserId, id: ContactId): Promise<void> {
  const isDone = await mail.execute("contact.delete", { userId, id, isDeleted: true });
  if (!isDone) throw new Failure("contact.not_found");
}

/** Restores a deleted contact. Throws contact.not_found. */
export async function putBackContact(
  mail: MailContext,
  userId: UserId,
  id: ContactId,
): Promise<Contact> {
  const isDone = await mail.execute("contact.delete", { userId, id, isDeleted: false });
  if (!isDone) throw new Failure("contact.not_found");
  return contactOf(mail, userId, id);
}

/** Returns the contact groups by name. */
export async function listContactGroups(
  mail: MailContext,
  userId: UserId,
): Promise<ContactGroup[]> {
  const groups = await contactGroupsOf(mail.database.reader, userId);
  return groups.map(({ id, name, members }) => ({ id, name, members }));
}

/** Creates or changes a group. Throws contact_group.name_taken, contact_group.too_many. */
export async function storeContactGroup(
  mail: MailContext,
  userId: UserId,
  { id, name }: { id: ContactGroupId; name: string },
): Promise<void> {
  await mail.execute("contactGroup.save", { userId, id, name: visibleLine(name) || name });
}

/** Converts a stored contact to the API's form. */
function presentContact(row: StoredContact): Contact {
  const { id, name, organization, notes, addresses, groupIds, sent } = row;
  return { id, name, organization, notes, addresses, groupIds, sent };
}

async function contactOf(mail: MailContext, userId: UserId, id: ContactId): Promise<Contact> {
  const [row] = await contactsById(mail.database.reader, userId, [id]);
  if (!row) throw new Failure("contact.not_found");
  return presentContact(row);
}

function readCursor(cursor: string): { sent: number; words: string; id: ContactId } {
  const [, sent = "", id, words = ""] = /^(\d{1,15})\.([^.]+)\.(.*)$/s.exec(cursor) ?? [];
  const read = ContactId.safeParse(id);
  if (!read.success) throw new Failure("list.bad_cursor");
  return { sent: Number(sent), words, id: read.data };
}
