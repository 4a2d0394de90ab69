import { chmod, mkdtemp, rm } from "node:fs/promises";
import { cpus, tmpdir, totalmem } from "node:os";
import path from "node:path";
import { apiOf, type CallApi } from "../demo/api.ts";
import { type RunningApp, startApp } from "../demo/app.ts";
import {
  connectMailbox,
  type Mailbox,
  type MailServers,
  startMailServers,
} from "../demo/mail-servers.ts";
import { fillMaildir } from "../demo/maildir.ts";
import { bulkMailbox } from "./bulk-mailbox.ts";

/** A mail server with one big mailbox for the product and the same one for its peer, and the product. */
export interface World extends AsyncDisposable {
  dir: string;
  servers: MailServers;
  /** Identical in content; a server's caches of one do not help the other. */
  ours: Mailbox;
  peers: Mailbox;
  messages: number;
  bytes: number;
  app: RunningApp;
  call: CallApi;
  /** Connects the product's mailbox; the sync begins. */
  connect: () => Promise<unknown>;
}

export async function buildWorld(messages: number, say: (text: string) => void): Promise<World> {
  await using starting = new AsyncDisposableStack();
  const dir = await mkdtemp(path.join(tmpdir(), "inlet-bench-"));
  // Dovecot reads mail as another user, who must get through to it.
  await chmod(dir, 0o711);
  starting.defer(() => rm(dir, { recursive: true, force: true, maxRetries: 5 }));
  const ours = { address: "ours@bench.example", password: "measured" };
  const peers = { address: "peer@bench.example", password: "measured" };
  const servers = starting.use(
    await startMailServers({ mailboxes: [ours, peers], dir: path.join(dir, "mail") }),
  );
  say(`Writing ${messages} messages twice …`);
  let bytes = 0;
  const now = Date.now();
  for (const { address } of [ours, peers]) {
    bytes = 0;
    const mails = bulkMailbox({ seed: "bench", messages, now, owner: ours.address });
    fillMaildir(servers.imap.maildir(address), counted(mails));
  }
  function* counted(mails: ReturnType<typeof bulkMailbox>): ReturnType<typeof bulkMailbox> {
    for (const mail of mails) {
      bytes += mail.raw.length;
      yield mail;
    }
  }
  const app = starting.use(await startApp({ dataDir: path.join(dir, "data") }));
  const user = { name: "Bench", email: "bench@example.com", password: "measured twice" };
  const { token } = await apiOf(app.url)("POST /user/register", user);
  const call = apiOf(app.url, token);
  const resources = starting.move();
  return {
    dir,
    servers,
    ours,
    peers,
    messages,
    bytes,
    app,
    call,
    connect: () => connectMailbox(call, servers, ours),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** Waits until every message is here. */
export async function whenAllHere({ call, messages }: World): Promise<void> {
  for (;;) {
    const { accounts } = await call("GET /imap/accounts", {});
    const here = accounts.reduce((sum, { progress }) => sum + progress.here, 0);
    const failed = accounts.find(({ state }) => state === "failed");
    if (failed)
      throw new Error(`The account failed: ${failed.error?.message ?? "no reason given"}`);
    if (here >= messages) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** What it was measured on, for the head of a table. */
export function describeWorld({ messages, bytes }: World): string {
  const [cpu] = cpus();
  const machine = `${cpus().length} × ${cpu?.model.trim() ?? "unknown"}, ${Math.round(totalmem() / 2 ** 30)} GB`;
  return `${messages} messages, ${Math.round(bytes / 1e6)} MB, Dovecot on loopback, ${machine}`;
}
