import type { UserId } from "@inlet/contract/ids.ts";
import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { createLog } from "#/base/log.ts";
import { databaseBehindProxy } from "#/testing/faults/database-behind-proxy.ts";
import { openTestDatabase } from "#/testing/database/database.ts";
import { openSignals, type SignalHandlers } from "./signals.ts";

const log = createLog("silent");
const anna = "anna" as UserId;

async function openListener(
  { url }: { url: string },
  handlers: SignalHandlers = {},
  timeoutMs = 10_000,
) {
  const signals = await openSignals({ url, log, timeoutMs }, handlers);
  onTestFinished(() => signals[Symbol.asyncDispose]());
  return signals;
}

test("notifies every other process of concurrent calls together, but not the calling one", async () => {
  const database = await openTestDatabase("postgres");
  const received: string[] = [];
  const one = await openListener(database, {
    onChanges: () => received.push("own"),
    onJobs: () => received.push("own"),
  });
  await openListener(database, {
    onChanges: (users) => received.push(users.join()),
    onJobs: () => received.push("jobs"),
  });
  one.changed([anna]);
  one.changed(["bob" as UserId, anna]);
  one.notifyJobs();
  await vi.waitFor(() => expect(received).toEqual(["anna,bob", "jobs"]));
});

test("splits more users than fit into one notification over several", async () => {
  const database = await openTestDatabase("postgres");
  const received = new Set<string>();
  await openListener(database, {
    onChanges: (users) => users.forEach((user) => received.add(user)),
  });
  const everybody = Array.from({ length: 1000 }, (_, n) => `${"x".repeat(30)}-${n}` as UserId);
  (await openListener(database)).changed(everybody);
  await vi.waitFor(() => expect(received.size).toBe(1000));
});

test("the addressed engine answers a request; a missing or failing engine does not", async () => {
  const database = await openTestDatabase("postgres");
  const engine = (name: string) =>
    openListener(database, {
      onQuestion: {
        holder: () => name,
        answer: async ({ kind }) => {
          if (kind === "compare") throw new Error("It fails.");
          return { name, kind };
        },
      },
    });
  await engine("first");
  await engine("second");
  const web = await openListener(database);
  const live = { kind: "live", userId: anna } as const;
  expect(await web.ask("second", live, 5000)).toEqual({ name: "second", kind: "live" });
  expect(await web.ask("third", live, 50)).toBeUndefined();
  expect(await web.ask("first", { kind: "compare", userId: anna }, 50)).toBeUndefined();
});

test("reconnects LISTEN after a disconnect and reports a possible gap", async () => {
  const database = await openTestDatabase("postgres");
  const received: string[] = [];
  await openListener(database, {
    onJobs: () => received.push("jobs"),
    onGap: () => received.push("gap"),
  });
  const other = await openListener(database);
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
      where query like 'LISTEN%' and datname = current_database()`.execute(database.kysely);
  await vi.waitFor(() => expect(received).toEqual(["gap"]));
  await vi.waitFor(() => {
    other.notifyJobs();
    expect(received).toContain("jobs");
  });
});

test("reconnects LISTEN when the connection goes silent, and reports a possible gap", async () => {
  const { database, proxy, url } = await databaseBehindProxy();
  const received: string[] = [];
  const far = await openListener(
    { url },
    { onJobs: () => received.push("jobs"), onGap: () => received.push("gap") },
    1000,
  );
  const users: string[] = [];
  const near = await openListener(database, { onChanges: (some) => users.push(...some) });
  proxy.goSilent();
  far.changed([anna]);
  const soon = { timeout: 20_000 };
  await vi.waitFor(() => expect(received).toContain("gap"), soon);
  await vi.waitFor(() => expect(users).toContain("anna"), soon);
  near.notifyJobs();
  await vi.waitFor(() => expect(received).toContain("jobs"), soon);
});

test("a request over a silent connection returns within its timeout", async () => {
  const { proxy, url } = await databaseBehindProxy();
  const web = await openListener({ url }, {}, 2000);
  proxy.goSilent();
  const began = performance.now();
  expect(await web.ask("an engine", { kind: "live", userId: anna }, 50)).toBeUndefined();
  expect(performance.now() - began).toBeLessThan(1500);
});
