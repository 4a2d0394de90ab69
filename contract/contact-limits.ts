/** Limits of an address book. */
export const contactLimits = {
  contacts: 10_000,
  addresses: 20,
  groups: 200,
  /** Limit of a group, which becomes this many recipients at once. */
  members: 500,
  notesMaxLength: 4000,
  page: 50,
  /** Bytes of a file of contacts, pictures among them. */
  importBytes: 10 * 1024 * 1024,
  /** A contact that was deleted can be put back for so long. */
  deletedKeptMs: 24 * 3600_000,
} as const;
