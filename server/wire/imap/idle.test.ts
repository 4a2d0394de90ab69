import { EventEmitter } from "node:events";
import type { ImapFlow } from "imapflow";
import { expect, test } from "vitest";
import { idleUntil } from "./idle.ts";

test("a connection that refuses every command at once is waited for only until its end event", async () => {
  const broken = Object.assign(new EventEmitter(), {
    capabilities: new Map([["IDLE", true]]),
    usable: true,
    idle: () => Promise.resolve(),
  });
  setTimeout(() => {
    broken.usable = false;
  }, 0);
  // Safe: IDLE uses only these members.
  const client = broken as unknown as ImapFlow;
  const { signal } = new AbortController();
  await idleUntil(client, { noop: () => Promise.resolve(), onEvent: () => undefined, signal });
  expect(broken.listenerCount("exists")).toBe(0);
});
