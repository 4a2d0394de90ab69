import { FolderId, type AccountId, UserId } from "@inlet/contract/ids.ts";
import { expect, test } from "vitest";
import { createLog } from "#/base/log.ts";
import { aMessage } from "#/testing/apps/published-calls.ts";
import type { SyncContext } from "./context.ts";
import { storeBatch } from "./store-batch.ts";

test("throws if the database rejects even the record of an unreadable message", async () => {
  let calls = 0;
  const execute = async () => {
    calls += 1;
    throw Object.assign(new Error("value too long"), { code: "22001" });
  };
  // Safe: storing uses only the command bus and the log.
  const sync = { execute, log: createLog("silent") } as unknown as SyncContext;
  const batch = {
    userId: UserId.parse("u"),
    accountId: "a" as AccountId,
    folderId: FolderId.parse("f"),
    messages: [aMessage({ uid: 1 })],
  };
  await expect(storeBatch(sync, batch)).rejects.toThrow("value too long");
  expect(calls).toBe(2);
});
