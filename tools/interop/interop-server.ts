import type { TrackedServer } from "../../server/testing/tracking/tracked-server.ts";

export const pass = "secret";
const specialFolders = ["Sent", "Drafts", "Archive", "Junk", "Trash"];

/** A mail server that others made, started for these trials. */
export interface InteropServer extends AsyncDisposable {
  name: string;
  version: string;
  /** What stands between the names of a path. */
  delimiter: string;
  hasQresync: boolean;
  /** A mailbox that nobody has used: with the usual folders, or the inbox alone. */
  newPerson: (has: "folders" | "inbox alone") => Promise<TrackedServer>;
}

/** Names for people, as many as a run may need. */
export const people: readonly string[] = Array.from({ length: 20 }, (_, n) => `p${n}@example.org`);

/** What the usual folders are called on that server, with what they are for in SPECIAL-USE's words. */
export function usualFolders(prefix: string): { name: string; use: string }[] {
  return specialFolders.map((name) => ({ name: `${prefix}${name}`, use: `\\${name}` }));
}
