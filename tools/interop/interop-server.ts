import type { TrackedServer } from "../../server/testing/faults/tracking/tracked-server.ts";

export const pass = "secret";
const specialFolders = ["Sent", "Drafts", "Archive", "Junk", "Trash"];

/** A mail server by another project, started for these tests. */
export interface InteropServer extends AsyncDisposable {
  name: string;
  version: string;
  /** Separator between the names of a path. */
  delimiter: string;
  hasQresync: boolean;
  /** Creates an unused mailbox: with the usual folders, or the inbox alone. */
  newUser: (has: "folders" | "inbox alone") => Promise<TrackedServer>;
}

/** Names of users, as many as a run may need. */
export const people: readonly string[] = Array.from({ length: 20 }, (_, n) => `p${n}@example.org`);

/** Returns the names of the usual folders on that server, with their SPECIAL-USE attributes. */
export function usualFolders(prefix: string): { name: string; use: string }[] {
  return specialFolders.map((name) => ({ name: `${prefix}${name}`, use: `\\${name}` }));
}
