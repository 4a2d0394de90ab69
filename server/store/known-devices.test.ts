import { expect, test } from "vitest";
import { withDatabases } from "#/testing/database.ts";
import { openStore } from "#/testing/store.ts";
import { aUser } from "#/testing/taken.ts";

withDatabases((open) => {
  test("a user from before devices were noted has one first sign-in that is on no new device", async () => {
    const { database, door, clock } = await openStore(open);
    const [before, since] = [await aUser(door), await aUser(door)];
    // A migration wrote it before version 0.1.0, for users who had an account already.
    await database.kysely
      .insertInto("known_devices")
      .values({ user_id: before, device_hash: "", last_seen_at: clock.at })
      .execute();

    const isNew = (userId: typeof before, deviceHash: string) =>
      door("device.note", { userId, deviceHash });
    expect(await isNew(before, "a laptop")).toBe(false);
    expect(await isNew(before, "a laptop")).toBe(false);
    expect(await isNew(before, "another one")).toBe(true);
    expect(await isNew(since, "a laptop")).toBe(true);
  });
});
