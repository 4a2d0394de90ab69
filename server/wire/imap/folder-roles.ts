import type { FolderRole } from "@inlet/contract/email.ts";
import type { ListResponse } from "imapflow";
import type { RemoteFolder } from "./remote.ts";

/** SPECIAL-USE (RFC 6154) as folders of ours. `\All` is Gmail's view of everything, no archive. */
const roles: Record<string, FolderRole> = {
  "\\inbox": "inbox",
  "\\sent": "sent",
  "\\drafts": "drafts",
  "\\archive": "archive",
  "\\junk": "spam",
  "\\trash": "trash",
};

/** A hostile server could list folders without end. */
const maxFolders = 10_000;

/**
 * The listed folders, each role given at most once: to the folder that the server marks, else to the first whose name
 * says so in one of many languages.
 */
export function toRemoteFolders(listed: ListResponse[]): RemoteFolder[] {
  const entries = listed.slice(0, maxFolders);
  const holders = new Map<FolderRole, ListResponse>();
  for (const source of ["extension", "name"] as const) {
    for (const entry of entries) {
      const role = roleOf(entry);
      if (role === "other" || entry.specialUseSource !== source || !isSelectable(entry)) continue;
      if (!holders.has(role)) holders.set(role, entry);
    }
  }
  const inbox = entries.find((entry) => entry.path.toUpperCase() === "INBOX");
  if (inbox) holders.set("inbox", inbox);
  return entries.map((entry) => {
    const role = roleOf(entry);
    return {
      path: entry.path,
      name: entry.name,
      delimiter: entry.delimiter,
      role: entry === inbox ? "inbox" : holders.get(role) === entry ? role : "other",
      isSelectable: isSelectable(entry),
    };
  });
}

function roleOf(entry: ListResponse): FolderRole {
  return roles[entry.specialUse?.toLowerCase() ?? ""] ?? "other";
}

function isSelectable(entry: ListResponse): boolean {
  const flags = [...entry.flags].map((flag) => flag.toLowerCase());
  return !flags.includes("\\noselect") && !flags.includes("\\nonexistent");
}
