import { locale } from "#/lib/locale.ts";

const people = (count: number) =>
  count === 1 ? "1 contact" : `${count.toLocaleString(locale)} contacts`;

/** Every sentence of the address book, spelled once. */
export const contactTexts = {
  title: "Contacts",
  add: "Add contact",
  addTitle: "Add contact",
  editTitle: "Edit contact",
  write: (name: string) => `Write to ${name}`,
  search: "Search contacts",
  pending: "Loading contacts...",
  list: "Contacts, whom you write to most first",
  more: "Show more",
  failed: "The contacts could not be loaded",
  retry: "Try again",
  changeFailed: "The change could not be saved.",
  empty: "No contacts yet",
  emptyHint:
    "Add people here, from a mail of theirs, or bring a vCard file (.vcf) from another program.",
  nobody: "Nobody found",
  nobodyHint: "No name, organization or address begins like this.",
  emptyGroup: "Nobody is in this group yet",
  emptyGroupHint: "Open a contact to put them in.",
  name: "Name",
  organization: "Organization",
  addresses: "Email addresses",
  addressesHint: "One on each line. The first is the one that is written to.",
  notes: "Notes",
  groups: "Groups",
  save: "Save",
  saving: "Saving...",
  cancel: "Cancel",
  close: "Close",
  remove: "Delete",
  removed: (name: string) => `${name} was deleted`,
  everyone: "Everyone",
  newGroup: "New group",
  renameGroup: "Rename group",
  removeGroup: "Delete group",
  groupRemoved: (name: string) => `The group ${name} was deleted. Its contacts stay.`,
  groupName: "Name of the group",
  files: "Import or export",
  import: "Import a vCard file",
  export: "Export all as vCards",
  fileName: "contacts.vcf",
  tooLarge: "This file is too large. A file of contacts has at most 10 MB.",
  imported: ({ added, known, skipped }: { added: number; known: number; skipped: number }) =>
    [
      `${people(added)} added.`,
      known > 0 && `${people(known)} you had already.`,
      skipped > 0 && `${people(skipped)} had no name and no address.`,
    ]
      .filter(Boolean)
      .join(" "),
} as const;
