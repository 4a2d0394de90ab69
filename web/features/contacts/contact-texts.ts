import { locale } from "#/lib/locale.ts";

const people = (count: number) =>
  count === 1 ? "1 contact" : `${count.toLocaleString(locale)} contacts`;

/** Texts of the address book. */
export const contactTexts = {
  title: "Contacts",
  add: "Add contact",
  addTitle: "Add contact",
  editTitle: "Edit contact",
  write: (name: string) => `Write to ${name}`,
  search: "Search contacts",
  pending: "Loading contacts…",
  list: "Contacts, most frequent first",
  more: "Show more",
  failed: "The contacts could not be loaded",
  retry: "Try again",
  changeFailed: "The change could not be saved.",
  empty: "No contacts yet",
  emptyHint: "Add people here or from an email, or import a vCard file (.vcf) from another app.",
  noneFound: "No contacts found",
  noneHint: "No name, organization or address matches.",
  emptyGroup: "This group is empty",
  emptyGroupHint: "Open a contact to add it to this group.",
  name: "Name",
  organization: "Organization",
  addresses: "Email addresses",
  addressesHint: "One per line. The first is the default.",
  notes: "Notes",
  groups: "Groups",
  save: "Save",
  saving: "Saving…",
  cancel: "Cancel",
  close: "Close",
  remove: "Delete",
  removed: (name: string) => `${name} was deleted`,
  everyone: "Everyone",
  newGroup: "New group",
  renameGroup: "Rename group",
  removeGroup: "Delete group",
  groupRemoved: (name: string) => `The group ${name} was deleted. Its contacts stay.`,
  groupName: "Group name",
  files: "Import or export",
  import: "Import a vCard file",
  export: "Export all as vCards",
  fileName: "contacts.vcf",
  tooLarge: "This file is too large. Contact files can be at most 10 MB.",
  imported: ({ added, known, skipped }: { added: number; known: number; skipped: number }) =>
    [
      `${people(added)} added.`,
      known > 0 && `${people(known)} already existed.`,
      skipped > 0 && `${people(skipped)} skipped: no name or address.`,
    ]
      .filter(Boolean)
      .join(" "),
} as const;
