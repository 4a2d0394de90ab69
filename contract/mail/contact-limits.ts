/** Limits of an address book. */
export const contactLimits = {
  contacts: 10_000,
  addresses: 20,
  groups: 200,
  /** Limit of a group, which becomes this many recipients at once. */
  members: 500,
  notesMaxLength: 4000,
  page: 50,
  /** Maximum size of an imported file of contacts, including pictures, in bytes. */
  importBytes: 10 * 1024 * 1024,
  /** Time during which a deleted contact can be restored. */
  deletedRetentionMs: 24 * 3600_000,
} as const;
