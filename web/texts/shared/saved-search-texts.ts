/** Texts about saved searches, in all places. */
export const savedSearchTexts = {
  title: "Saved searches",
  menu: (name: string) => `Saved search ${name}`,
  save: "Save search",
  saved: (name: string) => `Saved as ${name}`,
  rename: "Rename search…",
  renameTitle: "Rename search",
  remove: "Delete search",
  removed: (name: string) => `Search “${name}” deleted`,
  name: "Name",
  nameHint: "Shown under this name in the sidebar.",
  confirm: "Save",
  missing: "Please give the search a name.",
  failed: "The search could not be saved.",
  removeFailed: "The search could not be deleted.",
  /** Shown in the command palette beside the name. */
  kind: "Saved search",
} as const;
