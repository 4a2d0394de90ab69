import type { FolderRole } from "@inlet/contract/mail/email.ts";
import { limits } from "@inlet/contract/limits.ts";
import { decodeWords } from "../mime/charset/encoded-words.ts";

/** A message's folder in Gmail, and its labels there. */
export interface TakeoutLabels {
  role: FolderRole | null;
  flags: string[];
  /** The user's own labels. */
  labels: string[];
}

type Meaning = FolderRole | "starred" | "unread" | "nothing";

/**
 * Gmail's own labels in the languages of known archives: Takeout writes them in the user's language. Those of other languages are
 * imported as labels, so nothing is lost.
 */
const meanings: Readonly<Record<string, Meaning>> = {
  inbox: "inbox",
  sent: "sent",
  draft: "drafts",
  drafts: "drafts",
  archived: "archive",
  spam: "spam",
  trash: "trash",
  starred: "starred",
  unread: "unread",
  important: "nothing",
  opened: "nothing",
  posteingang: "inbox",
  gesendet: "sent",
  entwurf: "drafts",
  entwürfe: "drafts",
  archiviert: "archive",
  papierkorb: "trash",
  markiert: "starred",
  ungelesen: "unread",
  wichtig: "nothing",
  geöffnet: "nothing",
};

/** Gmail's tabs, and flags that mail clients left behind. */
const clientSpecific = /^(category |kategorie: |imap_)/;

/** The role that counts if there are several: Trash first, and mail to oneself is in the inbox. */
const precedence = ["trash", "spam", "drafts", "inbox", "sent", "archive"] as const;

/** Parses `X-Gmail-Labels` of Google Takeout: comma-separated names, quoted as in CSV, in encoded words. */
export function readTakeoutLabels(field: string): TakeoutLabels {
  const found = new Set<Meaning>();
  const labels: string[] = [];
  for (const name of namesOf(decodeWords(field))) {
    const key = name.toLowerCase();
    const meaning = Object.hasOwn(meanings, key) ? meanings[key] : undefined;
    if (meaning !== undefined) found.add(meaning);
    else if (!clientSpecific.test(key) && name.length <= limits.labelMaxLength) labels.push(name);
  }
  const flags = [
    ...(found.has("unread") ? [] : [String.raw`\Seen`]),
    ...(found.has("starred") ? [String.raw`\Flagged`] : []),
    ...(found.has("drafts") ? [String.raw`\Draft`] : []),
  ];
  return { role: precedence.find((role) => found.has(role)) ?? null, flags, labels };
}

function namesOf(text: string): string[] {
  const names = text.match(/(?:"(?:[^"]|"")*"|[^,"])+/g) ?? [];
  return names.map((name) => name.replaceAll('"', "").trim()).filter((name) => name !== "");
}
