/** What is said of searches that are kept, wherever they stand. */
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
  /** What stands in the command palette beside its name. */
  kind: "Saved search",
} as const;
