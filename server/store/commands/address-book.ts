import {
  changeMember,
  deleteContact,
  pruneContacts,
  removeContactGroup,
  saveContactGroup,
  saveContacts,
} from "./contacts.ts";
import { dropPlaces, savePlaces } from "./contact-places.ts";

/** What can be written of the address book. */
export const addressBookCommands = {
  "contacts.save": saveContacts,
  "contact.delete": deleteContact,
  "contacts.prune": pruneContacts,
  "contactPlaces.save": savePlaces,
  "contactPlaces.drop": dropPlaces,
  "contactGroup.save": saveContactGroup,
  "contactGroup.remove": removeContactGroup,
  "contactGroup.member": changeMember,
} as const;
