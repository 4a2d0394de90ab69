import type { ContactServices } from "#/http/contact-services.ts";
import { takeInCards, writeCards } from "#/mail/contact-files.ts";
import {
  dropContact,
  keepContact,
  keepContactGroup,
  listContactGroups,
  putBackContact,
  readContacts,
} from "#/mail/contacts.ts";
import type { MailContext } from "#/mail/context.ts";

/** What people do with their address book. */
export function contactServices(mail: MailContext): ContactServices {
  return {
    list: (userId, asked) => readContacts(mail, userId, asked),
    save: (userId, wish) => keepContact(mail, userId, wish),
    remove: (userId, id) => dropContact(mail, userId, id),
    restore: (userId, id) => putBackContact(mail, userId, id),
    import: (userId, text) => takeInCards(mail, userId, text),
    export: (userId) => writeCards(mail, userId),
    groups: (userId) => listContactGroups(mail, userId),
    saveGroup: (userId, group) => keepContactGroup(mail, userId, group),
    removeGroup: (userId, id) => mail.door("contactGroup.remove", { userId, id }),
    changeMember: (userId, { id, contactId, isMember }) =>
      mail.door("contactGroup.member", { userId, groupId: id, contactId, isMember }),
  };
}
