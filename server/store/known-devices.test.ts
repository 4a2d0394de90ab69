import { sql } from "kysely";
import { expect, test } from "vitest";
import { withDatabases } from "#/testing/database.ts";
import { openStore } from "#/testing/store.ts";
import { aUser } from "#/testing/taken.ts";
import { migrate } from "./migrate.ts";

withDatabases((open) => {
  test("the first sign-in after an upgrade is none on a new device, and the next one is", async () => {
    const { database, door, clock } = await openStore(open);
    const [before, renewed] = [await aUser(door), await aUser(door)];
    clock.at += 1000;
    await sql`update schema_migrations set applied_at = ${clock.at}
      where name = '2026-11-22-mailed-links.sql'`.execute(database.kysely);
    await sql`delete from schema_migrations where name like '%-devices-before.sql'`.execute(
      database.kysely,
    );
    clock.at += 1000;
    const since = await aUser(door);
    await door("user.password", { userId: renewed, passwordHash: "another", sessionId: "" });
    await migrate(database);

    const isNew = (userId: typeof before, deviceHash: string) =>
      door("device.note", { userId, deviceHash });
    expect(await isNew(before, "a laptop")).toBe(false);
    expect(await isNew(before, "a laptop")).toBe(false);
    expect(await isNew(before, "another one")).toBe(true);
    expect(await isNew(since, "a laptop")).toBe(true);
    // With a new password every device is new.
    expect(await isNew(renewed, "a laptop")).toBe(true);
  });
});
