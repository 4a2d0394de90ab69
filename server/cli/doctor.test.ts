import { chmod, open, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import process from "node:process";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { namedUrl } from "#/store/engine/database-clients.ts";
import { openDatabase } from "#/store/engine/database.ts";
import { lockFolder } from "#/store/engine/data-folder-lock.ts";
import { bothEngines } from "#/testing/database/database.ts";
import { type AloneInstallation, anInstallation, runInlet } from "#/testing/apps/cli.ts";

describe.each(bothEngines)("the doctor, on %s", (engine) => {
  let installation: AloneInstallation;
  beforeEach(async () => {
    installation = await anInstallation(engine);
    await installation.execute("user.create", {
      id: "anna",
      email: "anna@example.org",
      name: "Anna",
      passwordHash: "",
      firstIsAdmin: true,
    });
  });
  afterEach(() => installation[Symbol.asyncDispose]());

  const examine = () => runInlet(installation.env, ["doctor"]);

  it("reports no failure for a healthy installation, running or stopped", async () => {
    const resting = await examine();
    expect(resting.output).not.toContain("BAD");
    expect(resting.output).toMatch(/^note +Server: +Not running/m);
    expect(resting.output).toMatch(/^ok +Database: +OK\.$/m);
    expect(resting.code).toBe(0);
    const lock = lockFolder(installation.dir);
    const running = await examine();
    lock.release();
    expect(running.output).toMatch(/^ok +Server: +Running\.$/m);
  }, 60_000);

  it("lists the connections to a shared database", async () => {
    const { url } = installation.database;
    const web = await openDatabase({ url: namedUrl(url, "web") });
    await web.reader.selectFrom("users").select("id").execute();
    const { output } = await examine();
    await web.close();
    const names = [...output.matchAll(/^note +Connected: +(.*)$/gm)].map(([, who]) => who);
    const ownOfTest = "a client without a name, from 127.0.0.1.";
    expect(names).toEqual(
      engine === "sqlite"
        ? []
        : [ownOfTest, `Inlet (web), process ${process.pid} on ${hostname()}.`],
    );
  }, 60_000);

  it("reports problems with permissions, files, the key, jobs, administrators and versions, and how to fix them", async () => {
    const { dir, database, execute } = installation;
    await chmod(dir, 0o755);
    await database.kysely
      .insertInto("uploads")
      .values({
        id: "u",
        user_id: "anna",
        filename: "a.txt",
        type: "text/plain",
        size_bytes: 3,
        sha256: "a".repeat(64),
        created_at: 0,
      } as never)
      .execute();
    await database.kysely
      .insertInto("jobs")
      .values({
        id: "j",
        kind: "work",
        user_id: "anna",
        subject_id: "",
        run_at: 1,
        attempts: 0,
        held_until: 0,
        created_at: 1,
        error_code: "",
        failures: 0,
        failed_at: 0,
      } as never)
      .execute();
    await database.kysely.updateTable("users").set({ role: "user" }).execute();
    await writeFile(path.join(dir, "secret.key.next"), Buffer.alloc(32).toString("base64"));
    const { code, output } = await examine();
    expect(code).toBe(1);
    expect(output).toMatch(/^BAD +Data folder: +Readable by other users: chmod -R go-rwx/m);
    expect(output).toMatch(/^BAD +Files: +1 uploaded files are missing/m);
    expect(output).toMatch(/^BAD +Secret key: +Key rotation incomplete/m);
    expect(output).toMatch(/^note +Jobs: +1 are more than 15 minutes overdue/m);
    expect(output).toMatch(/^BAD +Administrators: +.*make-admin EMAIL/m);
    // The doctor does not lock the database: writes still succeed.
    expect(
      await execute("user.setRole", { userId: "anna" as never, role: "admin" }),
    ).toBeUndefined();

    await sql`insert into schema_migrations (name, applied_at) values ('9999-later.sql', 1)`.execute(
      database.kysely,
    );
    const later = await examine();
    expect(later.code).toBe(1);
    expect(later.output).toMatch(
      /^BAD +Schema: +The database was written by a newer Inlet \(9999-later/m,
    );
    expect(later.output).toMatch(/^(ok|note|BAD) +Disk: +\d+\.\d GiB/m);
    const refused = await runInlet(installation.env, ["make-admin", "anna@example.org"]);
    expect([refused.code, refused.output]).toEqual([
      1,
      expect.stringContaining("written by a newer Inlet"),
    ]);

    await sql`delete from schema_migrations`.execute(database.kysely);
    await sql`insert into schema_migrations (name, applied_at) values ('2026-11-21-mail.sql', 1)`.execute(
      database.kysely,
    );
    expect((await examine()).output).toMatch(
      /^BAD +Schema: +The database was written by an Inlet before v0\.1\.0\. Start v0\.1\.0 once/m,
    );
  }, 60_000);

  it("reports a damaged database file", async () => {
    if (engine === "postgres") return;
    const { kysely } = installation.database;
    await sql`create table torn (a text)`.execute(kysely);
    await sql`insert into torn values ('one')`.execute(kysely);
    const { rows } = await sql<{
      rootpage: number;
    }>`select rootpage from sqlite_master where name = 'torn'`.execute(kysely);
    const pageBytes = 8192;
    const { code, output } = await installation.alone(async () => {
      const file = await open(path.join(installation.dir, "inlet.db"), "r+");
      await file.write(Buffer.alloc(100, 7), 0, 100, ((rows[0]?.rootpage ?? 0) - 1) * pageBytes);
      await file.close();
      return examine();
    });
    expect(code).toBe(1);
    expect(output).toMatch(/^BAD +Database: +Damaged: /m);
  }, 60_000);
});
