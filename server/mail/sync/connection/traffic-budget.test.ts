import { expect, test } from "vitest";
import { providerLimits } from "#/wire/imap/provider-limits.ts";
import { openTestDatabase } from "#/testing/database/database.ts";
import { openStore } from "#/testing/database/test-store.ts";
import { aMailbox } from "#/testing/apps/published-calls.ts";
import type { SyncContext } from "#/mail/sync/context.ts";
import { Traffic } from "./traffic-budget.ts";

test("the bytes of a day neither slow down the next day nor are lost in a restart", async () => {
  const { database, execute, clock } = await openStore(() => openTestDatabase("sqlite"));
  const { userId, accountId } = await aMailbox(execute);
  const host = "imap.gmail.com";
  const dayBytes = providerLimits(host).bytesPerDay ?? 0;
  const started = async () => {
    // Safe: counting uses only these parts of it.
    const sync = { database, execute, clock } as unknown as SyncContext;
    const traffic = new Traffic(sync, { userId, accountId });
    await traffic.load(host);
    return traffic;
  };
  const traffic = await started();
  await traffic.count(dayBytes);
  expect(traffic.isLean).toBe(true);
  expect(() => traffic.check()).toThrow("throttled");
  expect((await started()).isLean).toBe(true);
  clock.at += 24 * 3600_000;
  await traffic.count(1);
  expect([traffic.bytesToday, traffic.isLean]).toEqual([1, false]);
  traffic.check();
  expect((await started()).isLean).toBe(false);
});
