import { nowhereToSave } from "#/testing/factories/no-save-targets.ts";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { AccountId, type UserId } from "@inlet/contract/ids.ts";
import { Failure } from "#/base/failure.ts";
import { randomId } from "#/base/random-id.ts";
import { createSecretBox } from "#/base/secret-box.ts";
import { secretPlace } from "#/mail/accounts/logins.ts";
import { getAccount } from "#/store/accounts/queries.ts";
import { type Database, openDatabase } from "#/store/engine/database.ts";
import { migrate } from "#/store/engine/migrate.ts";
import type { AccountRow } from "#/store/engine/schema.ts";
import { startDovecot, type TestDovecot } from "#/testing/fakes/dovecot.ts";
import { usualQuotas } from "#/store/users/quotas.ts";
import { type EngineLink, startEngine } from "./engine-link.ts";

// Real servers take long on a busy machine.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const user = { name: "person@example.org", pass: "secret" };
const masterKey = new Uint8Array(32).fill(7);
let server: TestDovecot;
let dir = "";
let database: Database;
let waiting = new Set<() => void>();

beforeAll(async () => {
  server = await startDovecot({ users: [user] });
  dir = await mkdtemp(path.join(tmpdir(), "inlet-link-"));
  database = await openDatabase({ url: path.join(dir, "inlet.db") });
  await migrate(database);
});
afterAll(async () => {
  await database.close();
  await rm(dir, { recursive: true });
  await server.stop();
});

function start(): Promise<EngineLink> {
  return startEngine(
    {
      databaseUrl: path.join(dir, "inlet.db"),
      dataDir: path.join(dir, "blobs"),
      auditAnchors: path.join(dir, "audit-anchors.jsonl"),
      allowedPrivateHosts: ["127.0.0.1"],
      s3: null,
      masterKey,
      oauth: {},
      hostMail: null,
      quotas: usualQuotas,
      ai: { model: null, allowsOwn: false },
      integrations: { telegram: null, slack: null, saving: nowhereToSave },
      backups: { dir: path.join(dir, "backups"), hour: null, version: "0.0.0" },
      publicUrl: "http://127.0.0.1:3000",
      logLevel: "silent",
    },
    {
      onCommit: () => {
        for (const look of waiting) look();
      },
      onCrash: (error) => {
        throw error;
      },
    },
  );
}

/** Checks again whenever the engine reports a commit. */
async function until(isTrue: () => Promise<boolean>): Promise<void> {
  for (;;) {
    const next = Promise.withResolvers<void>();
    waiting = new Set([next.resolve]);
    if (await isTrue()) return;
    await next.promise;
  }
}

const subjects = async () => {
  const rows = await database.reader.selectFrom("messages").select("subject").execute();
  return rows.map((row) => row.subject).toSorted();
};

function accountOf(userId: UserId): AccountRow {
  const owner = { id: AccountId.parse(randomId()), user_id: userId };
  const box = createSecretBox(masterKey);
  return {
    ...owner,
    account_mail: user.name,
    imap_host: "127.0.0.1",
    imap_port: server.imapPort,
    imap_tls: 0,
    imap_user: user.name,
    imap_secret: box.encrypt(user.pass, secretPlace(owner, "imap_secret")),
    smtp_host: "",
    smtp_port: 0,
    smtp_tls: 0,
    smtp_user: "",
    smtp_secret: "",
    state: "connecting",
    error_code: "",
    trouble_since: 0,
    last_sync_at: 0,
    created_at: Date.now(),
    name: "",
    color: "",
    provider: "",
    imap_certificate: "",
    smtp_certificate: "",
  };
}

const person = (email: string) => ({
  id: randomId(),
  email,
  name: "A Person",
  passwordHash: "",
  firstIsAdmin: true,
});

test("the engine runs commands, syncs accounts, and resumes after a restart", async () => {
  await server.deliver(user.name, "Message-ID: <1@x>\r\nSubject: first\r\n\r\nText\r\n");
  const first = await start();
  const owner = await first.execute("user.create", person("a@example.org"));
  const taken = first.execute("user.create", person("a@example.org"));
  await expect(taken).rejects.toMatchObject({ code: "signup.email_taken" });
  await expect(taken).rejects.toBeInstanceOf(Failure);

  const account = accountOf(owner.id);
  await first.execute("account.add", account);
  await until(async () => (await subjects()).join() === "first");
  expect(await first.syncNow(owner.id)).toBe("done");
  await first.stop();

  await server.deliver(user.name, "Message-ID: <2@x>\r\nSubject: second\r\n\r\nText\r\n");
  await using second = await start();
  await until(async () => (await subjects()).join() === "first,second");

  // A request of another user changes nothing; the owner's removes the account.
  const stranger = await second.execute("user.create", person("b@example.org"));
  const remove = (userId: UserId) =>
    second.execute("account.remove", { userId, accountId: account.id });
  expect(await remove(stranger.id)).toBe(false);
  expect(await second.syncNow(owner.id)).toBe("done");
  expect(await remove(owner.id)).toBe(true);
  expect(await subjects()).toEqual([]);
  expect(await getAccount(database.reader, owner.id, account.id)).toBeUndefined();
});

test("the engine stops syncing a disabled user within seconds, and resumes when they are enabled", async () => {
  await using engine = await start();
  const kept = await engine.execute("user.create", person("kept-out@example.org"));
  const account = accountOf(kept.id);
  await engine.execute("account.add", account);
  const isWatched = async () => (await engine.live(account.id)) !== undefined;
  await expect.poll(isWatched).toBe(true);
  await engine.execute("user.setDisabled", { userId: kept.id, isDisabled: true });
  await expect.poll(isWatched, { timeout: 5000 }).toBe(false);
  await engine.execute("user.setDisabled", { userId: kept.id, isDisabled: false });
  await expect.poll(isWatched).toBe(true);
  await engine.execute("account.remove", { userId: kept.id, accountId: account.id });
});
