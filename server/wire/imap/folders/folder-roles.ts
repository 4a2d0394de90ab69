import type { FolderRole } from "@inlet/contract/mail/email.ts";
import type { ListResponse } from "imapflow";
import { keyOf } from "./raw-names.ts";
import type { RemoteFolder } from "#/wire/imap/remote.ts";

/** The Spam attribute of XLIST, the predecessor of SPECIAL-USE; imapflow knows its other names. */
const xlistSpam = "\\spam";

/** Our roles for the attributes of SPECIAL-USE (RFC 6154). */
const roles: Record<string, FolderRole> = {
  "\\inbox": "inbox",
  "\\sent": "sent",
  "\\drafts": "drafts",
  "\\archive": "archive",
  "\\junk": "spam",
  [xlistSpam]: "spam",
  "\\trash": "trash",
};

const views = ["\\all", "\\flagged", "\\important"];

/**
 * Returns the listed folders. Each role is assigned at most once: to the folder with the server's attribute, else to the first
 * folder with a matching name in one of many languages.
 */
export function toRemoteFolders(entries: ListResponse[]): RemoteFolder[] {
  const holders = new Map<FolderRole, ListResponse>();
  for (const source of ["extension", "name"] as const) {
    for (const entry of entries) {
      const role = roleOf(entry);
      if (role === "other" || sourceOf(entry) !== source || !isSelectable(entry)) continue;
      if (!holders.has(role)) holders.set(role, entry);
    }
  }
  const inbox = entries.find((entry) => entry.path.toUpperCase() === "INBOX");
  if (inbox) holders.set("inbox", inbox);
  // Gmail has no archive: archived messages are only in its view of all mail.
  const everything = entries.find((entry) => entry.specialUse?.toLowerCase() === "\\all");
  if (everything && isSelectable(everything) && !holders.has("archive")) {
    holders.set("archive", everything);
  }
  return entries.map((entry) => {
    const role = entry === holders.get("archive") ? "archive" : roleOf(entry);
    return {
      path: keyOf(entry),
      name: entry.name,
      delimiter: entry.delimiter,
      role: entry === inbox ? "inbox" : holders.get(role) === entry ? role : "other",
      isSelectable: isSelectable(entry),
      isView: views.includes(entry.specialUse?.toLowerCase() ?? ""),
    };
  });
}

function roleOf(entry: ListResponse): FolderRole {
  const use = entry.specialUse ?? [...entry.flags].find((flag) => flag.toLowerCase() === xlistSpam);
  return roles[use?.toLowerCase() ?? ""] ?? "other";
}

function sourceOf(entry: ListResponse) {
  return entry.specialUse === undefined ? "extension" : entry.specialUseSource;
}

function isSelectable(entry: ListResponse): boolean {
  const flags = [...entry.flags].map((flag) => flag.toLowerCase());
  return !flags.includes("\\noselect") && !flags.includes("\\nonexistent");
}
