import type { Services } from "#/http/services.ts";

/** A function that no test expects to be called. */
export function unexpected(name: string): () => never {
  return () => {
    throw new Error(`${name} was called, which this test does not expect.`);
  };
}

/** Of the services those around contacts, and around what a person linked: none of them is expected to be called. */
export const fakeIntegrations: Pick<
  Services,
  "invitations" | "saves" | "calendars" | "contactBooks" | "contacts"
> = {
  invitations: {
    read: unexpected("invitations.read"),
    answer: unexpected("invitations.answer"),
    busy: unexpected("invitations.busy"),
    propose: unexpected("invitations.propose"),
    add: unexpected("invitations.add"),
  },
  saves: {
    connectNotion: unexpected("saves.connectNotion"),
    connectTrello: unexpected("saves.connectTrello"),
    propose: unexpected("saves.propose"),
    save: unexpected("saves.save"),
    state: unexpected("saves.state"),
  },
  calendars: { connect: unexpected("calendars.connect") },
  contactBooks: {
    connect: unexpected("contactBooks.connect"),
    sync: unexpected("contactBooks.sync"),
  },
  contacts: {
    list: unexpected("contacts.list"),
    save: unexpected("contacts.save"),
    remove: unexpected("contacts.remove"),
    restore: unexpected("contacts.restore"),
    import: unexpected("contacts.import"),
    export: unexpected("contacts.export"),
    groups: unexpected("contacts.groups"),
    saveGroup: unexpected("contacts.saveGroup"),
    removeGroup: unexpected("contacts.removeGroup"),
    changeMember: unexpected("contacts.changeMember"),
  },
};
