import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { timed } from "./measure.ts";
import type { World } from "./world.ts";

/** mbsync and notmuch over the same mail: what a person would use to have it here, searchable and threaded. */
export interface Peer {
  fetchMs: number;
  indexMs: number;
  search: (query: string) => Promise<string>;
}

export async function runPeer(world: World): Promise<Peer> {
  const home = path.join(world.dir, "peer");
  const mail = path.join(home, "mail");
  await mkdir(mail, { recursive: true });
  const mbsyncrc = path.join(home, "mbsyncrc");
  const { host, imapPort } = world.servers.imap;
  const { address, password } = world.peers;
  await writeFile(
    mbsyncrc,
    `IMAPAccount bench
Host ${host}
Port ${imapPort}
User ${address}
Pass ${password}
SSLType None
AuthMechs LOGIN

IMAPStore remote
Account bench

MaildirStore local
Path ${mail}/
Inbox ${mail}/INBOX
SubFolders Verbatim

Channel bench
Far :remote:
Near :local:
Patterns INBOX
Create Near
SyncState *
`,
    { mode: 0o600 },
  );
  const config = path.join(home, "notmuch-config");
  await writeFile(
    config,
    `[database]\npath=${mail}\n[user]\nname=Bench\nprimary_email=${address}\n[new]\ntags=inbox\nignore=.mbsyncstate;.uidvalidity\n`,
  );
  const env = { ...process.env, NOTMUCH_CONFIG: config, HOME: home };
  const fetchMs = await timed(() => run("mbsync", ["-q", "-c", mbsyncrc, "bench"], env));
  const indexMs = await timed(() => run("notmuch", ["new", "--quiet"], env));
  const count = Number(await run("notmuch", ["count", "--exclude=false", "*"], env));
  if (count < world.messages * 0.99) {
    throw new Error(
      `The peer has ${count} of ${world.messages} messages; the comparison would be false.`,
    );
  }
  return {
    fetchMs,
    indexMs,
    search: (query) => run("notmuch", ["search", "--limit=20", query], env),
  };
}

async function run(command: string, words: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn(command, words, { env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  let trouble = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    trouble = (trouble + chunk.toString()).slice(-2000);
  });
  child.once("error", (error) => {
    trouble += `${command} is not installed (Debian: isync, notmuch): ${error.message}`;
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`${command} ${words.join(" ")} failed: ${trouble}`);
  return output;
}
