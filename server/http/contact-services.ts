import type { z } from "zod";
import type {
  changeMember,
  Contact,
  ContactGroup,
  importContacts,
  listContacts,
  saveContact,
  saveContactGroup,
} from "@inlet/contract/contacts.ts";
import type { ContactGroupId, ContactId, UserId } from "@inlet/contract/ids.ts";

type In<Endpoint extends { input: z.ZodType }> = z.output<Endpoint["input"]>;
type Out<Endpoint extends { output: z.ZodType }> = z.output<Endpoint["output"]>;

/** Of the services those around the address book. */
export interface ContactServices {
  /** Fails with list.bad_cursor. */
  list: (userId: UserId, asked: In<typeof listContacts>) => Promise<Out<typeof listContacts>>;
  /** Fails with the codes of saveContact. */
  save: (userId: UserId, wish: In<typeof saveContact>) => Promise<Contact>;
  /** Fails with contact.not_found. */
  remove: (userId: UserId, id: ContactId) => Promise<void>;
  /** Fails with contact.not_found. */
  restore: (userId: UserId, id: ContactId) => Promise<Contact>;
  /** Fails with contact.unreadable, contact.too_many. */
  import: (userId: UserId, text: string) => Promise<Out<typeof importContacts>>;
  export: (userId: UserId) => Promise<string>;
  groups: (userId: UserId) => Promise<ContactGroup[]>;
  /** Fails with the codes of saveContactGroup. */
  saveGroup: (userId: UserId, group: In<typeof saveContactGroup>) => Promise<void>;
  removeGroup: (userId: UserId, id: ContactGroupId) => Promise<void>;
  /** Fails with the codes of changeMember. */
  changeMember: (userId: UserId, change: In<typeof changeMember>) => Promise<void>;
}
