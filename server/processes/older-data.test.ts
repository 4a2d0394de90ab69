import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { sql } from "kysely";
import { describe, expect, it, onTestFinished } from "vitest";
import { runPostgres } from "#/store/backup/postgres-tools.ts";
import { checkAudit } from "#/store/audit/verify-chain.ts";
import { type Database, type Engine, openDatabase } from "#/store/engine/database.ts";
import { migrate } from "#/store/engine/migrate.ts";
import { createClient } from "#/testing/apps/client.ts";
import { bothEngines, openTestDatabase } from "#/testing/database/database.ts";
import {
  olderVersion,
  recorded,
  recordedArchive,
  recordedKey,
  startRecordedMailbox,
  unpackFolder,
} from "#/testing/database/older-data.ts";
import { runTool, startOwnProduct } from "#/testing/apps/product-process.ts";
import { freshPostgres } from "#/testing/database/postgres.ts";
import { schemaOf } from "#/testing/database/schema-of.ts";
import { startSmtp } from "#/testing/fakes/smtp-server.ts";

const timeout = 60_000;

/** A separate installation: its folder, its database, and the settings of its processes. */
interface Place {
  dataDir: string;
  url: string;
  settings: Record<string, string>;
}

describe.each(bothEngines)("data written by version 0.1.0, on %s", (engine) => {
  it("have the initial schema recorded, and their schema dump equals one of it", async () => {
    const { dataDir, url } = await recordedPlace(engine);
    const backupDir = path.join(dataDir, "copies");
    const changing: string[] = [];
    await inDatabase(url, async (database) => {
      const installedAt = (await recordsOf(database))[0]?.at;
      await migrate(database, { backupDir, onUpgrade: (name) => void changing.push(name) });
      const [initial] = await recordsOf(database);
      expect(initial).toEqual({ name: "0001-initial.sql", at: installedAt });
    });
    expect(changing).not.toContain("0001-initial.sql");
    expect(await schemaOf(url)).toBe(await schemaOf((await openTestDatabase(engine)).url));
    if (engine === "postgres") return;
    expect(await readdir(backupDir)).toEqual([
      expect.stringMatching(/-before-0001-initial\.sqlite$/),
    ]);
  });

  it(
    "keep queued work, drafts and undo, and their secrets and audit log are read",
    async () => {
      const place = await recordedPlace(engine);
      const { imap, mailbox } = await startRecordedMailbox();
      onTestFinished(() => imap[Symbol.asyncDispose]());
      const letters: string[] = [];
      const smtp = await startSmtp({
        auth: [recorded.mailbox],
        deliver: (_to, raw) =>
          void letters.push(/^Subject: (.*?)\r?$/m.exec(raw.toString())?.[1] ?? ""),
      });
      onTestFinished(() => smtp.stop());
      const undoId = await inDatabase(place.url, async ({ kysely }) => {
        const servers = { imap_port: imap.port, smtp_port: smtp.port };
        await kysely.updateTable("accounts").set(servers).execute();
        const actions = kysely
          .selectFrom("undo_actions")
          .select("id")
          .orderBy("created_at", "desc");
        // Undo expires after minutes, so the test renews the time.
        const now = { created_at: Date.now() };
        const last = (await actions.execute())[0]?.id;
        await kysely.updateTable("undo_actions").set(now).execute();
        return last ?? "";
      });
      {
        await using product = await startOwnProduct(place.settings);
        const { token } = await createClient(product.origin).call(
          "POST /user/login",
          recorded.user,
        );
        const client = createClient(product.origin, token);
        const onServer = (folder: string) =>
          mailbox.folder(folder).messages.map(({ content }) => content.raw.toString());
        const starred = () =>
          mailbox.folder("INBOX").messages.filter(({ flags }) => flags.has("\\Flagged")).length;

        const { subject, file } = recorded.draft;
        await expect
          .poll(() => [letters, starred(), onServer("Archive").length, onServer("Drafts").length], {
            timeout,
          })
          .toEqual([[recorded.queued.subject], 1, 1, 1]);
        expect(onServer("Drafts")[0]).toContain(Buffer.from(file).toString("base64"));
        const { drafts } = await client.call("GET /email/drafts", {});
        expect(drafts).toEqual([expect.objectContaining({ id: recorded.draft.id, subject })]);

        await client.call("POST /email/undo", { undoId });
        const { emails } = await client.call("GET /email/list", {});
        const listed = Object.fromEntries(
          emails.map(({ subject: of, flags }) => [of, flags.includes("\\Flagged")]),
        );
        expect(listed).toEqual({ one: false, two: true, three: false, four: false });
        await expect.poll(() => onServer("Archive").length, { timeout }).toBe(0);
        const { broken } = await client.call("POST /admin/audit/check", {});
        expect(broken).toBeNull();
        await product.stop();
      }
      const { output } = await runTool("inlet", ["doctor"], place.settings);
      expect(output).toContain(`decrypts every secret (stored secrets: ${recorded.secrets})`);
    },
    timeout,
  );

  it(
    "are restored from a backup of that version",
    async () => {
      const place = await emptyPlace(engine);
      const { code, output } = await runTool(
        "restore",
        [await recordedBackup(engine)],
        place.settings,
      );
      expect({ code, output }).toMatchObject({ code: 0 });
      expect(output).toContain("need confirmation in the Outbox: 1.");
      await inDatabase(place.url, async ({ reader }) => {
        const drafts = await reader.selectFrom("drafts").select("id").execute();
        expect(drafts).toEqual([{ id: recorded.draft.id }]);
        const audit = await checkAudit(reader, { anchors: [], lackingBefore: 0 });
        expect(audit.broken).toBeNull();
        expect(audit.entries).toBeGreaterThan(2);
      });
      expect(await schemaOf(place.url)).toBe(await schemaOf((await openTestDatabase(engine)).url));
      const examined = await runTool("inlet", ["doctor"], place.settings);
      expect(examined.output).toContain(`(stored secrets: ${recorded.secrets})`);
      expect(examined.output).toContain("No uploads or imports are missing (files: 1)");
    },
    timeout,
  );
});

/** Returns an installation in the state in which the recorded version left it. */
async function recordedPlace(engine: Engine): Promise<Place> {
  const place = await emptyPlace(engine);
  await unpackFolder(recordedArchive(olderVersion, engine, "data"), place.dataDir);
  if (engine === "sqlite") return place;
  // PostgreSQL stores its data elsewhere, so they are loaded from the dump in the backup.
  const backup = await recordedBackup(engine);
  const dir = path.dirname(backup);
  await promisify(execFile)("tar", ["-xf", backup, "-C", dir, "inlet.pgdump"]);
  const options = ["--single-transaction", "--exit-on-error", "--no-owner", "--schema=public"];
  await runPostgres("pg_restore", place.url, [...options, path.join(dir, "inlet.pgdump")]);
  return place;
}

/** Returns an installation with the key of the recorded ones and no data. */
async function emptyPlace(engine: Engine): Promise<Place> {
  const dataDir = path.join(await aFolder(), "data");
  await mkdir(dataDir, { mode: 0o700 });
  await writeFile(path.join(dataDir, "secret.key"), `${recordedKey()}\n`, { mode: 0o600 });
  const settings = { INLET_DATA_DIR: dataDir };
  if (engine === "sqlite") return { dataDir, url: path.join(dataDir, "inlet.db"), settings };
  const { url, drop } = await freshPostgres();
  onTestFinished(drop);
  await inDatabase(url, async ({ kysely }) => {
    await sql`drop schema public cascade`.execute(kysely);
    await sql`create schema public`.execute(kysely);
  });
  return { dataDir, url, settings: { ...settings, DATABASE_URL: url } };
}

async function recordedBackup(engine: Engine): Promise<string> {
  const dir = await aFolder();
  await unpackFolder(recordedArchive(olderVersion, engine, "backup"), dir);
  return path.join(dir, "backup.tar");
}

async function aFolder(): Promise<string> {
  const dir = await mkdtemp(path.join(tmpdir(), "inlet-older-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true, maxRetries: 5 }));
  return dir;
}

/** Returns the recorded migrations, the earliest first. */
async function recordsOf({ kysely }: Database): Promise<{ name: string; at: number }[]> {
  const { rows } = await sql<{ name: string; at: string }>`
    select name, applied_at as at from schema_migrations order by applied_at
  `.execute(kysely);
  return rows.map(({ name, at }) => ({ name, at: Number(at) }));
}

async function inDatabase<Result>(
  url: string,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase({ url });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
