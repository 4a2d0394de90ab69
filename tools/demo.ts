/** Runs Inlet with demo mail: private mail servers on loopback, three full mailboxes, and the app. */
import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { apiOf } from "./demo/api.ts";
import { startApp } from "./demo/app.ts";
import { letMailArrive } from "./demo/arrivals.ts";
import { buildWebApp } from "./demo/build-web-app.ts";
import { connectMailbox, startMailServers } from "./demo/mail-servers.ts";
import { demoMailboxes } from "./demo/mailboxes.ts";
import { fillMaildir } from "./demo/maildir.ts";

const { values: options } = parseArgs({
  options: {
    port: { type: "string", default: "3000" },
    keep: { type: "boolean", default: false },
    seed: { type: "string", default: "demo" },
    /** Starts only the mail servers, for use with another mail client. */
    "servers-only": { type: "boolean", default: false },
  },
});

const dir = await mkdtemp(path.join(tmpdir(), "inlet-demo-"));
// Dovecot reads mail as another user, who needs access to this folder.
await chmod(dir, 0o711);
const print = (text: string) => process.stdout.write(`${text}\n`);
await using resources = new AsyncDisposableStack();
resources.defer(async () => {
  if (options.keep) print(`Kept: ${dir}`);
  else await rm(dir, { recursive: true, force: true, maxRetries: 5 });
});

const interrupted = new Promise<void>((resolve) => {
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
});

try {
  await Promise.race([run(), interrupted]);
  await interrupted;
} finally {
  print("\nStopping.");
}

async function run(): Promise<void> {
  const demo = demoMailboxes({ seed: options.seed, now: Date.now() });
  const secret = () => randomBytes(9).toString("base64url");
  const servers = resources.use(
    await startMailServers({
      mailboxes: demo.map(({ owner }) => ({ address: owner.address, password: secret() })),
      dir: path.join(dir, "mail"),
    }),
  );
  for (const { owner, mails: messages, arriving } of demo) {
    const now = options["servers-only"] ? [...messages, ...arriving] : messages;
    fillMaildir(servers.imap.maildir(owner.address), now);
    print(`${owner.address}: ${messages.length + arriving.length} messages`);
  }
  if (options["servers-only"]) {
    print(`IMAP 127.0.0.1:${servers.imap.imapPort}, SMTP 127.0.0.1:${servers.smtp.port}, in clear`);
    for (const { address, password } of servers.mailboxes) print(`  ${address}  ${password}`);
    return;
  }
  await buildWebApp();
  const app = resources.use(
    await startApp({ dataDir: path.join(dir, "data"), port: Number(options.port) }),
  );
  const user = { name: "Nora Lindqvist", email: "nora@example.com", password: secret() };
  const { token } = await apiOf(app.url)("POST /user/register", user);
  const call = apiOf(app.url, token);
  for (const mailbox of servers.mailboxes) await connectMailbox(call, servers, mailbox);
  print(
    `\n  ${app.url}\n  e-mail    ${user.email}\n  password  ${user.password}\n\nCtrl+C stops it.`,
  );
  const here = await letMailArrive(call, { servers, demo }, (progress) => {
    process.stdout.write(`\r${progress.here} of ${progress.server} messages `);
  });
  print(`\nAll ${here} messages are here.`);
}
