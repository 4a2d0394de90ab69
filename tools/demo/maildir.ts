import { chownSync, mkdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";

/** A message and its location in a mailbox. */
export interface FiledMail {
  /** "INBOX" or the display name of a folder. */
  folder: string;
  /** The INTERNALDATE, in milliseconds since 1970. */
  date: number;
  /** Maildir flags: S seen, F flagged, R answered, D draft, T deleted. */
  flags: string;
  raw: Buffer;
}

/** Writes mail directly into a Maildir++ tree: the file's time is the INTERNALDATE, its name contains the flags. */
export function fillMaildir(
  directory: string,
  messages: Iterable<FiledMail>,
  /** Distinguishes the files of two rounds. */
  round = "demo",
): number {
  const made = new Set<string>();
  const { uid, gid } = statSync(directory);
  // Root writes the files, and the mail server reads them as another user: the owner of the folder.
  const own = (file: string) => {
    if (process.getuid?.() === 0) chownSync(file, uid, gid);
  };
  let count = 0;
  for (const mail of messages) {
    const folder =
      mail.folder === "INBOX" ? directory : path.join(directory, `.${mailboxName(mail.folder)}`);
    if (!made.has(folder)) {
      for (const name of ["cur", "new", "tmp"]) {
        mkdirSync(path.join(folder, name), { recursive: true, mode: 0o700 });
        own(path.join(folder, name));
      }
      own(folder);
      made.add(folder);
    }
    count++;
    // W is the size with CRLF line ends: with it, the server does not need to read the file to answer RFC822.SIZE.
    const wireSize = mail.raw.length + bareLineEnds(mail.raw);
    const seconds = Math.floor(mail.date / 1000);
    const name = `${seconds}.M${String(count).padStart(6, "0")}P1.${round},S=${mail.raw.length},W=${wireSize}:2,${mail.flags}`;
    const file = path.join(folder, "cur", name);
    writeFileSync(file, mail.raw, { mode: 0o600 });
    own(file);
    utimesSync(file, seconds, seconds);
  }
  return count;
}

function bareLineEnds(raw: Buffer): number {
  let count = 0;
  for (let at = raw.indexOf(10); at >= 0; at = raw.indexOf(10, at + 1)) {
    if (raw[at - 1] !== 13) count++;
  }
  return count;
}

// Mailbox names on disk are in modified UTF-7 (RFC 3501, 5.1.3).
function mailboxName(name: string): string {
  return name.replace(/&/g, "&-").replace(/[^\u0020-\u007e]+/g, (run) => {
    const units = Buffer.from(run, "utf16le").swap16();
    return `&${units.toString("base64").replace(/=+$/, "").replace(/\//g, ",")}-`;
  });
}
