/**
 * Records the data that this version writes, for tests that open it with later versions: `node tools/record-data.ts v0.1.0`
 * writes, on each database, a data folder and a backup of it to server/testing/older-data/v0.1.0. It uses the product over HTTP,
 * so it also runs in a checkout of an earlier version.
 */
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { Engine } from "../server/store/engine/database.ts";
import { type Client, createClient } from "../server/testing/apps/client.ts";
import {
  packFolder,
  recorded,
  recordedArchive,
  recordedKey,
  startRecordedMailbox,
  untilTrue,
} from "../server/testing/database/older-data.ts";
import { runTool, startOwnProduct } from "../server/testing/apps/product-process.ts";
import { startPostgresServer } from "../server/testing/database/postgres-server.ts";
import { startSmtp } from "../server/testing/fakes/smtp-server.ts";

const [version] = process.argv.slice(2);
if (version === undefined) throw new Error("node tools/record-data.ts VERSION");
for (const engine of ["sqlite", "postgres"] as const) {
  const dir = await mkdtemp(path.join(tmpdir(), "inlet-record-"));
  try {
    await record(engine, version, dir);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

async function record(engine: Engine, name: string, dir: string): Promise<void> {
  const dataDir = path.join(dir, "data");
  await mkdir(dataDir, { mode: 0o700 });
  await writeFile(path.join(dataDir, "secret.key"), `${recordedKey()}\n`, { mode: 0o600 });
  // A separate folder: PostgreSQL runs as another user if this program runs as root.
  const serverDir = await mkdtemp(path.join(tmpdir(), "inlet-record-"));
  const server = engine === "postgres" ? await startPostgresServer(serverDir) : null;
  try {
    const settings: Record<string, string> = { INLET_DATA_DIR: dataDir };
    if (server) settings["DATABASE_URL"] = `postgres://inlet@127.0.0.1:${server.port}/postgres`;
    await fill(settings);
    const backups = path.join(dir, "backups");
    const made = await runTool("backup", [], { ...settings, INLET_BACKUP_DIR: backups });
    if (made.code !== 0) throw new Error(made.output);
    const data = recordedArchive(name, engine, "data");
    await mkdir(path.dirname(data), { recursive: true });
    await packFolder(dataDir, data);
    const unpacked = path.join(dir, "unpacked");
    await mkdir(unpacked);
    await cp(made.output.split(" (")[0] ?? "", path.join(unpacked, "backup.tar"));
    await packFolder(unpacked, recordedArchive(name, engine, "backup"));
  } finally {
    if (server) {
      const stop = ["stop", "-s", "-m", "immediate", "-D", server.data];
      const [program = "", ...rest] = server.words("pg_ctl", ...stop);
      await promisify(execFile)(program, rest);
    }
    await rm(serverDir, { recursive: true, force: true });
  }
}

/** Creates all data that later tests expect, as a user does; the last of it without mail servers. */
async function fill(settings: Record<string, string>): Promise<void> {
  const { imap } = await startRecordedMailbox();
  await using smtp = await startSmtp({
    auth: [recorded.mailbox],
    deliver: () => undefined,
  });
  await using product = await startOwnProduct(settings);
  const { password } = recorded.user;
  const { token } = await createClient(product.origin).call("POST /user/register", recorded.user);
  const client = createClient(product.origin, token);
  const accountId = await connect(client, imap.port, smtp.port);
  await untilTrue({ origin: product.origin, token }, async () => {
    const { emails } = await client.call("GET /email/list", {});
    const { accounts } = await client.call("GET /imap/accounts", {});
    return emails.length === recorded.subjects.length && accounts[0]?.state === "watching";
  });
  await client.call("POST /user/authenticator", { password });
  await client.call("POST /webhooks", {
    password,
    name: "The boat",
    url: "https://127.0.0.1:9/inlet",
    events: ["message.received"],
  });
  const fileId = await upload(product.origin, token, recorded.draft.file);

  await imap[Symbol.asyncDispose]();
  smtp.failAt = { phase: "mail", how: { code: 451, text: "later" } };
  const { id, subject, file } = recorded.draft;
  const attachment = {
    id: fileId,
    filename: "a.txt",
    type: "text/plain",
    size: file.length,
    cid: null,
  };
  const attachments = [attachment];
  const draft = { id, accountId, revision: 0, subject, attachments };
  await client.call("PUT /email/drafts/{id}", draft);
  const emails = (await client.call("GET /email/list", {})).emails;
  const idOf = (wanted: string) => emails.find((one) => one.subject === wanted)?.id ?? "";
  await client.call("PATCH /email/{emailId}", {
    emailId: idOf(recorded.starred),
    starred: true,
  });
  await client.call("PATCH /email/{emailId}", {
    emailId: idOf(recorded.archived),
    folder: "archive",
  });
  const { queued } = recorded;
  const sent = await client.call("POST /email/send", { accountId, ...queued, content: "words" });
  await untilTrue({ origin: product.origin, token }, async () => {
    const { state } = await client.call("GET /email/outbox/{id}", { id: sent.id });
    return state === "queued" && smtp.commands.length > 0;
  });
  await product.stop();
}

async function connect(client: Client, imapPort: number, smtpPort: number) {
  const { account } = await client.call("POST /imap/add", {
    account_mail: recorded.mailbox.user,
    account_pass: recorded.mailbox.pass,
    imap_host: "127.0.0.1",
    user_port: imapPort,
    tls: false,
    smtp_host: "127.0.0.1",
    smtp_port: smtpPort,
    smtp_tls: false,
  });
  return account.id;
}

async function upload(origin: string, token: string, text: string): Promise<string> {
  const body = new FormData();
  body.set("file", new Blob([text], { type: "text/plain" }), "a.txt");
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${origin}/email/uploads`, { method: "POST", headers, body });
  const { id }: { id?: unknown } = JSON.parse(await answer.text());
  return String(id);
}
