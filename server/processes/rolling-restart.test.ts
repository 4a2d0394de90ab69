import { EventEmitter, once } from "node:events";
import { expect, onTestFinished, test, vi } from "vitest";
import { StreamEvent } from "@inlet/contract/events.ts";
import { startBalancer } from "#/testing/apps/balancer.ts";
import { type EventReader, readEvents } from "#/testing/apps/event-reader.ts";
import { startInstallation, subjectsIn } from "#/testing/apps/installation.ts";
import { withOtherClient } from "#/testing/faults/other-client.ts";
import type { OwnProduct } from "#/testing/apps/product-process.ts";

test("no call fails while two web and two engine processes are replaced one by one under load", async () => {
  const { start, register, connect, deliver, left, login } = await startInstallation({
    INLET_DRAIN_SECONDS: "1",
  });
  const balancer = await startBalancer();
  onTestFinished(() => balancer[Symbol.asyncDispose]());
  const webs: OwnProduct[] = [await start("web"), await start("web")];
  const engines: OwnProduct[] = [await start("engine"), await start("engine")];
  for (const { origin } of webs) await balancer.add(origin);

  const { client, token } = await register(balancer.origin);
  const accountId = await connect(client);
  await deliver("there before");
  await vi.waitFor(async () => expect(await subjectsIn(client)).toEqual(["there before"]), soon);
  const { emails } = await client.call("GET /email/list", {});
  const emailId = emails[0]?.id ?? "";
  const stream = listen(balancer.origin, token);
  onTestFinished(() => stream.close());

  let isOver = false;
  const pace = new EventEmitter();
  const ticks = setInterval(() => pace.emit("tick"), 50);
  onTestFinished(() => clearInterval(ticks));
  const calls = { made: 0 };
  const sent: string[] = [];
  const delivered: string[] = [];
  let isStarred = false;
  // A failed call fails the test with its error.
  const asLongAsItLasts = async (work: (n: number) => Promise<unknown>) => {
    for (let n = 0; !isOver; n++) {
      await work(n);
      calls.made++;
      // Limits the load, so the processes can serve it during restarts.
      await once(pace, "tick");
    }
  };
  const load = [
    asLongAsItLasts(() => client.call("GET /email/list", {})),
    asLongAsItLasts(() => client.call("GET /email/folders", {})),
    asLongAsItLasts(() => client.call("POST /email/search", { query: "text" })),
    asLongAsItLasts(async (n) => {
      if (n % 10 > 0) return client.call("GET /email/labels", {});
      isStarred = !isStarred;
      return client.call("PATCH /email/{emailId}", { emailId, starred: isStarred });
    }),
    asLongAsItLasts(async (n) => {
      if (n % 20 > 0) return client.call("GET /imap/accounts", {});
      sent.push(`out ${n}`);
      return client.call("POST /email/send", {
        accountId,
        to: "bob@elsewhere.example",
        subject: `out ${n}`,
        content: "Hello.",
      });
    }),
    asLongAsItLasts(async (n) => {
      if (n % 20 === 0) {
        delivered.push(`in ${n}`);
        await deliver(`in ${n}`);
      }
      await client.call("GET /user/profile", {});
    }),
  ];
  const all = Promise.all(load);
  const replaced = (async () => {
    for (const old of webs) {
      await balancer.add((await start("web")).origin);
      await Promise.all([old.stop(), balancer.left(old.origin)]);
    }
    for (const old of engines) {
      await start("engine");
      await old.stop();
    }
  })();
  await Promise.race([all, replaced, stream.ended]);
  isOver = true;
  await all;
  expect(calls.made).toBeGreaterThan(100);
  await vi.waitFor(() => expect(left.toSorted()).toEqual(sent.toSorted()), soon);
  await vi.waitFor(async () => {
    const here = (await subjectsIn(client)).filter((subject) => subject.startsWith("in "));
    expect(here.toSorted()).toEqual(delivered.toSorted());
  }, soon);
  expect(sent.length).toBeGreaterThan(1);
  // The listener received all of it, across several processes, and nothing twice.
  const arrived = await client.call("GET /email/list", { limit: 100 });
  const ids = arrived.emails.filter(({ id }) => id !== emailId).map(({ id }) => id);
  await vi.waitFor(() => expect(stream.arrived).toEqual(expect.arrayContaining(ids)), soon);
  expect(new Set(stream.arrived).size).toBe(stream.arrived.length);
  expect(stream.connections()).toBeGreaterThan(1);
  // The last change reached the mail server.
  await vi.waitFor(async () => {
    const flags = await withOtherClient(login, async (other) => {
      await other.mailboxOpen("INBOX");
      const message = await other.fetchOne("1", { flags: true });
      return message ? message.flags : undefined;
    });
    expect(flags?.has("\\Flagged")).toBe(isStarred);
  }, soon);
}, 300_000);

const soon = { timeout: 60_000, interval: 200 };

/**
 * Follows the event stream like a page: it reconnects from the last event when a process ends the stream. `ended` rejects if a
 * connection breaks.
 */
function listen(origin: string, token: string) {
  const arrived: string[] = [];
  const state = { connections: 0, isClosed: false };
  let events: EventReader | undefined;
  const ended = (async () => {
    let last = "0";
    while (!state.isClosed) {
      events = await readEvents(origin, token, last);
      state.connections++;
      for (let event = await events.next(); event !== null; event = await events.next()) {
        last = String(event.id);
        if (event.data === null) continue;
        const streamEvent = StreamEvent.parse(event.data);
        if (streamEvent.kind === "reset") throw new Error("Something was missed.");
        if (streamEvent.kind === "message.arrived") arrived.push(...streamEvent.ids);
      }
    }
  })().catch((error: unknown) => {
    if (!state.isClosed) throw error;
  });
  return {
    arrived,
    ended,
    connections: () => state.connections,
    close() {
      state.isClosed = true;
      events?.close();
    },
  };
}
