import {
  changeMember,
  deleteContact,
  pruneContacts,
  removeContactGroup,
  saveContactGroup,
  saveContacts,
} from "./contacts.ts";
import { dropGroupPlaces, saveGroupPlaces } from "./contact-group-places.ts";
import { dropPlaces, savePlaces } from "./contact-places.ts";

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
