import {
  changeMember,
  deleteContact,
  pruneContacts,
  removeContactGroup,
  saveContactGroup,
  saveContacts,
} from "#/store/contacts/commands.ts";
import { dropGroupPlaces, saveGroupPlaces } from "#/store/contacts/synced-group-commands.ts";
import { dropPlaces, savePlaces } from "#/store/contacts/synced-contact-commands.ts";

/** Write commands of the address book. */
export const addressBookCommands = {
  "contacts.save": saveContacts,
  "contact.delete": deleteContact,
  "contacts.prune": pruneContacts,
  "contactPlaces.save": savePlaces,
  "contactPlaces.drop": dropPlaces,
  "contactGroupPlaces.save": saveGroupPlaces,
  "contactGroupPlaces.drop": dropGroupPlaces,
  "contactGroup.save": saveContactGroup,
  "contactGroup.remove": removeContactGroup,
  "contactGroup.member": changeMember,
} as const;
