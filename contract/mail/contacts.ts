import { z } from "zod";
import { contactLimits } from "./contact-limits.ts";
import { endpoint } from "../endpoint.ts";
import { flag, line } from "../fields.ts";
import { ContactGroupId, ContactId } from "../ids.ts";
import { limits } from "../limits.ts";

/** A contact in the address book. Mail goes to the first address. */
export const Contact = z.object({
  id: ContactId,
  name: z.string(),
  organization: z.string(),
  notes: z.string(),
  addresses: z.array(z.string()),
  groupIds: z.array(ContactGroupId),
  /** Number of messages the user sent to one of the addresses. */
  sent: z.number(),
});
export type Contact = z.infer<typeof Contact>;

export const ContactGroup = z.object({
  id: ContactGroupId,
  name: z.string(),
  members: z.number(),
});
export type ContactGroup = z.infer<typeof ContactGroup>;

/** Lists the address book, the contacts the user writes to most first; pages are requested one after the other. */
export const listContacts = endpoint({
  method: "GET",
  path: "/contacts",
  access: "user",
  scope: "read",
  input: z.object({
    query: line(200).optional(),
    groupId: ContactGroupId.optional(),
    cursor: line(2000).optional(),
  }),
  output: z.object({ contacts: z.array(Contact), nextCursor: z.string().nullable() }),
  errors: ["list.bad_cursor"],
});

/** Creates a contact under an id that the page chose, or changes it. */
export const saveContact = endpoint({
  method: "PUT",
  path: "/contacts/{id}",
  access: "user",
  scope: "settings",
  input: z.object({
    id: ContactId,
    name: line(limits.nameMaxLength).trim(),
    organization: line(limits.nameMaxLength).trim(),
    notes: z
      .string()
      .max(contactLimits.notesMaxLength)
      .regex(/^[^\0]*$/),
    addresses: z.array(line(limits.emailMaxLength).trim()).max(contactLimits.addresses),
  }),
  output: z.object({ contact: Contact }),
  errors: ["contact.fields_required", "contact.bad_address", "contact.too_many"],
});

/** Deletes a contact; `POST /contacts/{id}/restore` restores it within a day. */
export const removeContact = endpoint({
  method: "DELETE",
  path: "/contacts/{id}",
  access: "user",
  scope: "settings",
  input: z.object({ id: ContactId }),
  output: z.object({ ok: z.literal(true) }),
  errors: ["contact.not_found"],
});

export const restoreContact = endpoint({
  method: "POST",
  path: "/contacts/{id}/restore",
  access: "user",
  scope: "settings",
  input: z.object({ id: ContactId }),
  output: z.object({ contact: Contact }),
  errors: ["contact.not_found"],
});

/** Imports a file of vCards (RFC 6350). Contacts that already exist get the new data. */
export const importContacts = endpoint({
  method: "POST",
  path: "/contacts/cards",
  access: "user",
  scope: "settings",
  input: z.object({
    text: z
      .string()
      .max(contactLimits.importBytes)
      .regex(/^[^\0]*$/),
  }),
  output: z.object({
    added: z.number(),
    /** Contacts that already existed, with new data or without. */
    known: z.number(),
    /** Number of cards without a name and an address, and of cards beyond the limit. */
    skipped: z.number(),
  }),
  errors: ["contact.unreadable", "contact.too_many"],
});

/** Returns the whole address book as vCards. */
export const exportContacts = endpoint({
  method: "GET",
  path: "/contacts/cards",
  access: "user",
  scope: "read",
  input: z.object({}),
  output: z.object({ text: z.string() }),
  errors: [],
});

export const listContactGroups = endpoint({
  method: "GET",
  path: "/contact-groups",
  access: "user",
  scope: "read",
  input: z.object({}),
  output: z.object({ groups: z.array(ContactGroup) }),
  errors: [],
});

/** Creates a group under an id that the page chose, or renames it. */
export const saveContactGroup = endpoint({
  method: "PUT",
  path: "/contact-groups/{id}",
  access: "user",
  scope: "settings",
  input: z.object({ id: ContactGroupId, name: line(limits.nameMaxLength).trim().min(1) }),
  output: z.object({ ok: z.literal(true) }),
  errors: ["contact_group.name_taken", "contact_group.too_many"],
});

/** Deletes a group. Its contacts stay. */
export const removeContactGroup = endpoint({
  method: "DELETE",
  path: "/contact-groups/{id}",
  access: "user",
  scope: "settings",
  input: z.object({ id: ContactGroupId }),
  output: z.object({ ok: z.literal(true) }),
  errors: [],
});

/** Adds a contact to a group or removes it. */
export const changeMember = endpoint({
  method: "PUT",
  path: "/contact-groups/{id}/members/{contactId}",
  access: "user",
  scope: "settings",
  input: z.object({ id: ContactGroupId, contactId: ContactId, isMember: flag }),
  output: z.object({ ok: z.literal(true) }),
  errors: ["contact.not_found", "contact_group.not_found", "contact_group.full"],
});

/** The address book's part of the API. */
export const contactApi = {
  "GET /contacts": listContacts,
  "PUT /contacts/{id}": saveContact,
  "DELETE /contacts/{id}": removeContact,
  "POST /contacts/{id}/restore": restoreContact,
  "POST /contacts/cards": importContacts,
  "GET /contacts/cards": exportContacts,
  "GET /contact-groups": listContactGroups,
  "PUT /contact-groups/{id}": saveContactGroup,
  "DELETE /contact-groups/{id}": removeContactGroup,
  "PUT /contact-groups/{id}/members/{contactId}": changeMember,
} as const;
