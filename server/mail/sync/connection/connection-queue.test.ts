import { UserId } from "@inlet/contract/ids.ts";
import { expect, test } from "vitest";
import { systemClock } from "#/base/clock.ts";
import { workedFor, workFor } from "#/base/work-context.ts";
import type { ImapConnection } from "#/wire/imap/connection.ts";
import { WireError } from "#/wire/imap/wire-error.ts";
import { ConnectionQueue } from "./connection-queue.ts";
import { ServerBackoff } from "./server-backoff.ts";

/** Returns a way to connect that counts how often connections were opened and closed. */
function fakeConnection() {
  const seen = { opened: 0, closed: 0 };
  const connect = async () => {
    seen.opened++;
    const close = async () => {
      seen.closed++;
    };
    // The queue only closes the connection that it lends.
    return { close } as unknown as ImapConnection;
  };
  return { seen, connect };
}

test("does one thing at a time, urgent work first", async () => {
  const { seen, connect } = fakeConnection();
  await using queue = new ConnectionQueue(connect, new ServerBackoff(systemClock));
  const order: string[] = [];
  const note = (name: string) => async () => {
    order.push(`${name} begins`);
    await Promise.resolve();
    order.push(`${name} ends`);
  };
  await Promise.all([
    queue.run(note("first")),
    queue.run(note("second")),
    queue.run(note("urgent"), { isUrgent: true }),
  ]);
  const names = order.filter((entry) => entry.endsWith("begins"));
  expect(names).toEqual(["first begins", "urgent begins", "second begins"]);
  expect(order.map((entry) => entry.split(" ")[1])).toEqual(
    Array.from({ length: 3 }, () => ["begins", "ends"]).flat(),
  );
  expect(seen.opened).toBe(1);
});

test("runs each task in the context of the work that requested it", async () => {
  const { connect } = fakeConnection();
  await using queue = new ConnectionQueue(connect, new ServerBackoff(systemClock));
  const [ann, ben] = ["ann", "ben"].map((name) => UserId.parse(name)) as [UserId, UserId];
  const done = (userId: UserId) =>
    workFor(userId, async () => {
      const begun = workedFor();
      return queue.run(async () => [workedFor() === begun, workedFor().userId]);
    });
  expect(await Promise.all([done(ann), done(ben)])).toEqual([
    [true, ann],
    [true, ben],
  ]);
});

test("opens another connection when the idle one is dead", async () => {
  const { seen, connect } = fakeConnection();
  await using queue = new ConnectionQueue(connect, new ServerBackoff(systemClock));
  await queue.run(async () => undefined);
  let tries = 0;
  const answer = await queue.run(async () => {
    if (++tries === 1) throw new WireError("closed");
    return "done";
  });
  expect(answer).toBe("done");
  expect(seen).toEqual({ opened: 2, closed: 1 });
});

test("keeps a connection on which the server only rejected a command", async () => {
  const { seen, connect } = fakeConnection();
  await using queue = new ConnectionQueue(connect, new ServerBackoff(systemClock));
  const refused = queue.run(async () => {
    throw new WireError("folder_gone");
  });
  await expect(refused).rejects.toThrow(WireError);
  await queue.run(async () => undefined);
  expect(seen.opened).toBe(1);
});

test("waiting work fails when the queue ends", async () => {
  const { connect } = fakeConnection();
  const queue = new ConnectionQueue(connect, new ServerBackoff(systemClock));
  const running = Promise.withResolvers<void>();
  const first = queue.run(() => running.promise);
  const second = queue.run(async () => undefined);
  const ended = queue[Symbol.asyncDispose]();
  await expect(second).rejects.toThrow(WireError);
  running.resolve();
  await Promise.all([first, ended]);
  await expect(queue.run(async () => undefined)).rejects.toThrow(WireError);
});

test("opens another connection when a renewal is due and the connection has reached the age", async () => {
  const { seen, connect } = fakeConnection();
  await using queue = new ConnectionQueue(connect, new ServerBackoff(systemClock));
  await queue.run(async () => undefined);
  queue.renew({ fromAgeMs: 60_000 });
  await queue.run(async () => undefined);
  expect(seen.opened).toBe(1);
  queue.renew();
  await queue.run(async () => undefined);
  expect(seen).toEqual({ opened: 2, closed: 1 });
});
