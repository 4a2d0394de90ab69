import { expect, test } from "vitest";
import { withDatabases } from "#/testing/database/database.ts";
import { openStore } from "#/testing/database/test-store.ts";
import { aUser } from "#/testing/apps/published-calls.ts";

withDatabases((open) => {
  test("the first sign-in of a user from before devices were recorded is not on a new device", async () => {
    const { database, execute, clock } = await openStore(open);
    const [before, since] = [await aUser(execute), await aUser(execute)];
    // Before version 0.1.0, a migration wrote this row for users who already had an account.
    await database.kysely
      .insertInto("known_devices")
      .values({ user_id: before, device_hash: "", last_seen_at: clock.at })
      .execute();

    const isNew = (userId: typeof before, deviceHash: string) =>
      execute("device.note", { userId, deviceHash });
    expect(await isNew(before, "a laptop")).toBe(false);
    expect(await isNew(before, "a laptop")).toBe(false);
    expect(await isNew(before, "another one")).toBe(true);
    expect(await isNew(since, "a laptop")).toBe(true);
  });
});
