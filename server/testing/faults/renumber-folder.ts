import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";

/** New numbering of a folder. */
interface Numbering {
  /** Increment of UIDVALIDITY; 0 keeps it, like a restored backup. */
  validityBy: number;
  /** The lowest new UID. */
  firstUid?: number;
}

/**
 * Gives the messages of a maildir other UIDs, in reverse order, like a server that lost its index (RFC 3501, 2.3.1.1). Dovecot
 * notices at its next check.
 */
export async function renumber(
  maildir: string,
  { validityBy, firstUid = 1 }: Numbering,
): Promise<void> {
  const list = path.join(maildir, "dovecot-uidlist");
  const [head = "", ...lines] = (await readFile(list, "utf8")).split("\n").filter(Boolean);
  const validity = Number(/ V(\d+)/.exec(head)?.[1]) + validityBy;
  const files = [
    ...(await readdir(path.join(maildir, "cur"))),
    ...(await readdir(path.join(maildir, "new"))),
  ];
  const present = new Set(files.map((name) => name.replace(/:2,.*$/, "")));
  const names = lines
    .map((line) => line.slice(line.indexOf(":") + 1))
    .filter((name) => present.has(name))
    .toReversed();
  const uids = names.map((_, index) => firstUid + index);
  const next = (uids.at(-1) ?? firstUid - 1) + 1;
  const rows = names.map((name, index) => `${uids[index]} :${name}`);
  const fresh = head.replace(/ V\d+/, ` V${validity}`).replace(/ N\d+/, ` N${next}`);
  for (const name of await readdir(maildir)) {
    if (/^dovecot(\.list)?\.index/.test(name)) await rm(path.join(maildir, name));
  }
  // Written in place, so the file's owner does not change.
  await writeFile(list, `${[fresh, ...rows].join("\n")}\n`);
}
