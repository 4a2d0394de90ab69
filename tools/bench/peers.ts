import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { isInstalled, runProgram } from "./run-program.ts";

/** Address and login of a mailbox. */
export interface Served {
  host: string;
  port: number;
  user: string;
  pass: string;
}

/** A copy of the mailbox by mbsync, indexed by notmuch. */
export interface PeerMailbox {
  mbsyncMs: number;
  notmuchMs: number;
  messages: number;
  /** Returns the milliseconds of one `notmuch search --limit=20`, including its start. */
  search: (query: string) => Promise<number>;
  /** Returns the milliseconds of a notmuch process without work. */
  nothing: () => Promise<number>;
}

/** Returns a sentence that names the missing peers; undefined if both are installed. */
export async function missingPeers(): Promise<string | undefined> {
  const absent: string[] = [];
  for (const [program, packageName] of [
    ["mbsync", "isync"],
    ["notmuch", "notmuch"],
  ] as const) {
    if (!(await isInstalled(program))) absent.push(packageName);
  }
  return absent.length === 0
    ? undefined
    : `No comparison with mbsync and notmuch: on Debian run \`apt-get install ${absent.join(" ")}\`.`;
}

/** Copies the inbox with mbsync and indexes it with notmuch, below an empty folder, and measures both. */
export async function copyWithPeers(served: Served, dir: string): Promise<PeerMailbox> {
  const mail = path.join(dir, "mail");
  await mkdir(mail, { recursive: true });
  const mbsyncFile = path.join(dir, "mbsyncrc");
  const notmuchFile = path.join(dir, "notmuch-config");
  await writeFile(mbsyncFile, mbsyncSettings(served, mail));
  await writeFile(notmuchFile, notmuchSettings(served, mail));
  const env = { NOTMUCH_CONFIG: notmuchFile };

  const copied = await runProgram("mbsync", ["-q", "-c", mbsyncFile, "bench"]);
  const indexed = await runProgram("notmuch", ["new", "--quiet", "--no-hooks"], env);
  const counted = await runProgram("notmuch", ["count", "--output=messages", "*"], env);
  return {
    mbsyncMs: copied.ms,
    notmuchMs: indexed.ms,
    messages: Number(counted.output),
    search: async (query) => (await runProgram("notmuch", ["search", "--limit=20", query], env)).ms,
    nothing: async () => (await runProgram("notmuch", ["--version"], env)).ms,
  };
}

function mbsyncSettings({ host, port, user, pass }: Served, mail: string): string {
  return `IMAPAccount bench
Host ${host}
Port ${port}
User ${user}
Pass ${pass}
SSLType None
AuthMechs LOGIN

IMAPStore far
Account bench

MaildirStore near
Path ${mail}/
Inbox ${mail}/INBOX
SubFolders Verbatim

Channel bench
Far :far:
Near :near:
Patterns INBOX
Create Near
Sync Pull
SyncState *
`;
}

function notmuchSettings({ user }: Served, mail: string): string {
  return `[database]
path=${mail}
[user]
name=Bench
primary_email=${user}
[new]
tags=unread;inbox
ignore=.mbsyncstate;.uidvalidity
[search]
exclude_tags=
`;
}
