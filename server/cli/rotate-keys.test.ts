import { existsSync } from "node:fs";
import { chown, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { AccountId, UserId } from "@inlet/contract/ids.ts";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { placeOfKey } from "#/ai/model/settings.ts";
import { createSecondFactor } from "#/auth/second-factor.ts";
import { createPendingFlows } from "#/auth/social/pending-flows.ts";
import { systemClock as clock } from "#/base/clock.ts";
import { createSecretBox, type SecretBox } from "#/base/secret-box.ts";
import { createHostMail } from "#/host-mail/host-mail.ts";
import { tokenPlace } from "#/mail/accounts/access-tokens.ts";
import { secretPlace } from "#/mail/accounts/logins.ts";
import { vapidKeys } from "#/mail/notify/vapid.ts";
import { lockFolder } from "#/store/engine/data-folder-lock.ts";
import { encryptedColumns } from "#/store/auth/encrypted-value-queries.ts";
import type { UserRow } from "#/store/engine/schema.ts";
import { bothEngines, usualEngines } from "#/testing/database/database.ts";
import { anAccount } from "#/testing/mailboxes/mailbox.ts";
import { momentsOf } from "#/testing/factories/test-moments.ts";
import { type AloneInstallation, anInstallation, runInlet } from "#/testing/apps/cli.ts";
import { z } from "zod";

const userId = UserId.parse("anna");
/** Enough for a kill in the middle: a transaction re-encrypts a hundred. For other tests two transactions are enough. */
const accounts = 3000;
const accountCount = 150;
/** Number of kills, each later in the run. */
const killsAtLeast = momentsOf([1, 2, 3], [1, 2]).length;
/**
 * Kills after which the product is started. It recognizes an unfinished rotation by the file of the next key, which every kill
 * leaves.
 */
const startsAfterKill = momentsOf([1, 2, 3], [1]);

describe.each(bothEngines)("rotating the secret key, on %s", (engine) => {
  let installation: AloneInstallation;
  let before: SecretBox;
  beforeEach(async () => {
    installation = await anInstallation(engine);
    before = createSecretBox(installation.secretKey);
  });
  afterEach(() => installation[Symbol.asyncDispose]());

  const keyIn = async (name: string) =>
    Buffer.from(await readFile(path.join(installation.dir, name), "utf8"), "base64");
  const rotate = (options?: { killAfterLines: number }) =>
    installation.alone(() => runInlet(installation.env, ["rotate-keys"], options));

  async function fill(length = accountCount): Promise<void> {
    const { database, execute } = installation;
    const rows = Array.from({ length }, (_, at) => {
      const row = { ...anAccount(userId, `a${at}`), id: AccountId.parse(`account-${at}`) };
      const secret = before.encrypt(`password ${at}`, secretPlace(row, "imap_secret"));
      return { ...row, imap_secret: secret };
    });
    for (let at = 0; at < rows.length; at += 100) {
      await database.kysely
        .insertInto("accounts")
        .values(rows.slice(at, at + 100))
        .execute();
    }
    const owner = { user_id: userId, account_id: AccountId.parse("account-0") };
    await database.kysely
      .insertInto("account_tokens")
      .values({
        ...owner,
        expires_at: 0,
        access_secret: before.encrypt("access", tokenPlace(owner, "access_secret")),
        refresh_secret: before.encrypt("refresh", tokenPlace(owner, "refresh_secret")),
      })
      .execute();
    // The other columns of the row are not read.
    await secondFactor(before).start({ id: userId, email: "anna@example.org" } as UserRow);
    await vapidKeys({ database, execute, box: before });
    await createHostMail({ execute, box: before, clock }, nowhere).send({
      userId,
      to: "anna@example.org",
      subject: "Hello",
      text: "A link",
    });
    await execute("model.choose", {
      user_id: userId,
      is_on: 1,
      is_own: 1,
      provider: "openai",
      base_url: "",
      model: "m",
      excluded_accounts_json: "[]",
      daily_tokens: 1,
      daily_micros: 0,
      probed: "",
      rung: "",
      probed_at: 0,
      secret: before.encrypt("key", placeOfKey(userId)),
    });
    token = await pendingFlows(before).hold(
      { browserHash: "b", word: "kept" },
      clock.now() + 3600_000,
    );
  }
  let token = "";

  const secondFactor = (box: SecretBox) => {
    const { database, execute } = installation;
    return createSecondFactor({ reader: database.reader, execute, clock, box });
  };
  const pendingFlows = (box: SecretBox) =>
    createPendingFlows(
      { execute: installation.execute, clock, box },
      "arrival",
      z.object({ browserHash: z.string(), word: z.string() }),
    );

  it("re-encrypts every secret, however often it is killed in the middle", async () => {
    await fill(accounts);
    const isBegun = () => existsSync(path.join(installation.dir, "secret.key.next"));
    let old = installation.secretKey;
    let kills = 0;
    // Each kill comes later in the run: one line is printed before the first secrets and one after each hundred. If the rotation
    // finishes before the kill, the next one starts from the new key.
    for (let lines = 2; kills < killsAtLeast; lines += 3) {
      expect(lines).toBeLessThan(60);
      const { output } = await rotate({ killAfterLines: lines });
      expect(output).toContain("stored secrets");
      if (!isBegun()) {
        old = await keyIn("secret.key");
        continue;
      }
      kills++;
      expect(await keyIn("secret.key")).toEqual(old);
      if (!startsAfterKill.includes(kills)) continue;
      const start = await runInlet(installation.env, [], { program: "main" });
      expect([start.code, start.output]).toEqual([1, expect.stringContaining("is incomplete")]);
    }
    expect((await rotate()).code).toBe(0);
    const fresh = await keyIn("secret.key");
    expect(fresh.equals(old)).toBe(false);
    expect(await keyIn("secret.key.before")).toEqual(old);
    expect(existsSync(path.join(installation.dir, "secret.key.next"))).toBe(false);
    expect((await stat(path.join(installation.dir, "secret.key"))).mode & 0o777).toBe(0o600);

    const box = createSecretBox(fresh);
    const { reader } = installation.database;
    const rows = await reader.selectFrom("accounts").selectAll().execute();
    expect(rows).toHaveLength(accounts);
    for (const row of rows) {
      const at = row.id.replace("account-", "");
      expect(box.open(row.imap_secret, secretPlace(row, "imap_secret"))).toBe(`password ${at}`);
    }
    const { database, execute } = installation;
    expect((await vapidKeys({ database, execute, box })).privateKey).toMatch(/^[\w-]{40,}$/);
    await expect(secondFactor(box).takes(userId, "000000")).resolves.toBe(false);
    expect(await pendingFlows(box).take(token)).toMatchObject({ word: "kept" });
    expect(await keysInUse()).toEqual([idOf(box)]);
  }, 240_000);

  it("refuses to run until Inlet is stopped", async () => {
    const lock = lockFolder(installation.dir);
    const { code, output } = await rotate();
    lock.release();
    expect([code, output]).toEqual([1, expect.stringMatching(/^Another Inlet is using .*\n$/)]);
    if (engine === "sqlite") return;
    // This test's connection counts as a process with another data folder.
    await installation.database.reader.selectFrom("users").selectAll().execute();
    const other = await runInlet(installation.env, ["rotate-keys"]);
    const [sentence, ...who] = other.output.trimEnd().split("\n");
    expect([other.code, sentence]).toEqual([
      1,
      expect.stringMatching(/^Other programs .* first\.$/),
    ]);
    expect(who).toEqual(["a client without a name, from 127.0.0.1"]);
  }, 60_000);

  it("covers every column that holds a secret", async () => {
    const { kysely, engine: kind } = installation.database;
    const { rows } = await (
      kind === "sqlite"
        ? sql<{ name: string }>`select m.name || '.' || c.name as name from sqlite_master m
            join pragma_table_info(m.name) c where m.type = 'table' and c.name like '%secret%'`
        : sql<{ name: string }>`select table_name || '.' || column_name as name
            from information_schema.columns
            where table_schema = 'public' and column_name like '%secret%'`
    ).execute(kysely);
    const known = new Set(encryptedColumns.map(({ table, column }) => `${table}.${column}`));
    expect(rows.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
    expect(rows.length).toBeGreaterThan(8);
  }, 60_000);

  if (!usualEngines.includes(engine)) return;

  it("refuses the wrong key and changes nothing", async () => {
    await fill();
    const file = path.join(installation.dir, "secret.key");
    const right = await readFile(file, "utf8");
    await writeFile(file, `${Buffer.alloc(32, 9).toString("base64")}\n`);
    const all = () =>
      installation.database.reader.selectFrom("accounts").selectAll().orderBy("id").execute();
    const kept = await all();
    const { code, output } = await rotate();
    expect([code, output]).toEqual([1, expect.stringContaining("was encrypted with key")]);
    expect(await all()).toEqual(kept);
    expect(existsSync(path.join(installation.dir, "secret.key.next"))).toBe(false);
    const doctor = await runInlet(installation.env, ["doctor"]);
    expect(doctor.code).toBe(1);
    expect(doctor.output).toMatch(/^BAD +Secret key: +A stored secret was encrypted with key/m);
    await writeFile(file, right);
    expect((await rotate()).code).toBe(0);
  }, 120_000);

  it.runIf(process.getuid?.() === 0)(
    "refuses to write a key that Inlet could not read",
    async () => {
      await chown(installation.dir, 12_345, 12_345);
      const { code, output } = await rotate();
      expect(code).toBe(1);
      expect(output).toContain("sudo -u '#12345'");
      expect(await keyIn("secret.key")).toEqual(installation.secretKey);
    },
  );

  it("writes the new key to a separate file if the environment sets the key", async () => {
    await fill();
    const key = installation.secretKey.toString("base64");
    const env = { ...installation.env, INLET_SECRET_KEY: key };
    const { code, output } = await installation.alone(() => runInlet(env, ["rotate-keys"]));
    expect([code, output]).toEqual([0, expect.stringContaining("Set INLET_SECRET_KEY to it")]);
    const fresh = createSecretBox(await keyIn("secret.key.new"));
    const { reader } = installation.database;
    const [row] = await reader.selectFrom("accounts").selectAll().limit(1).execute();
    if (!row) throw new Error("The accounts are gone.");
    expect(fresh.open(row.imap_secret, secretPlace(row, "imap_secret"))).toMatch(/^password /);
    expect(output).toContain("Rotating the key from INLET_SECRET_KEY");
    const log = await reader.selectFrom("audit_log").select("kind").execute();
    expect(log.filter(({ kind }) => kind === "admin.keys_rotated")).toHaveLength(1);
    // A second run under the old key loses nothing.
    const again = await installation.alone(() => runInlet(env, ["rotate-keys"]));
    expect([again.code, again.output]).toEqual([
      1,
      expect.stringMatching(
        /^The key was already rotated\. First set INLET_SECRET_KEY to the key in .*secret\.key\.new/,
      ),
    ]);
    const kept = createSecretBox(await keyIn("secret.key.new"));
    expect(kept.open(row.imap_secret, secretPlace(row, "imap_secret"))).toMatch(/^password /);
  }, 120_000);

  /** Returns the ids of the keys that encrypt stored secrets. */
  async function keysInUse(): Promise<string[]> {
    const found = new Set<string>();
    for (const { table } of encryptedColumns) {
      const rows = await installation.database.reader.selectFrom(table).selectAll().execute();
      for (const [, id = ""] of JSON.stringify(rows).matchAll(/"v1\.([0-9a-f]{8})\./g))
        found.add(id);
    }
    return [...found];
  }
});

const nowhere = {
  host: "127.0.0.1",
  port: 25,
  encryption: "none" as const,
  user: "",
  pass: "",
  from: { name: "Inlet", address: "inlet@example.org" },
};

function idOf(box: SecretBox): string {
  const encrypted = box.encrypt("", { table: "", userId: "", rowId: "", field: "" });
  return encrypted.split(".")[1] ?? "";
}
