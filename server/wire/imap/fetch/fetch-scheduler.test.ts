import { EventEmitter } from "node:events";
import type { ImapFlow } from "imapflow";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Pauses } from "#/wire/imap/pauses.ts";
import { ReadingTurns, takeTurns } from "./fetch-scheduler.ts";

const limits = { share: 0.5, burstMs: 100, activeMs: 1000 };

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

/** Uses all the time granted within a second, in steps of 10 ms. Returns how much that was per user. */
function takeAll(turns: ReadingTurns, users: readonly string[]): Map<string, number> {
  const taken = new Map(users.map((user) => [user, 0]));
  const resumesAt = new Map(users.map((user) => [user, 0]));
  const endAt = performance.now() + 1000;
  while (performance.now() < endAt) {
    const user = users.find((one) => (resumesAt.get(one) ?? 0) <= performance.now());
    vi.advanceTimersByTime(10);
    if (user === undefined) continue;
    taken.set(user, (taken.get(user) ?? 0) + 10);
    resumesAt.set(user, performance.now() + turns.charge(user, 10));
  }
  return taken;
}

it("grants all time to a user who is alone", () => {
  expect(takeAll(new ReadingTurns(limits), ["a"]).get("a")).toBe(1000);
});

it("reserves time for other users beside those who would use all of it", () => {
  const turns = new ReadingTurns(limits);
  turns.charge("light", 1);
  const taken = takeAll(turns, ["a", "b"]);
  const [a = 0, b = 0] = taken.values();
  // Half of the second, plus each user's burst.
  expect(a + b).toBeLessThanOrEqual(500 + 2 * limits.burstMs);
  expect(b).toBeGreaterThan(a / 3);
});

it("does not pause a user who uses little time", () => {
  const turns = new ReadingTurns(limits);
  takeAll(turns, ["a", "b"]);
  expect(turns.charge("light", 5)).toBe(0);
  expect(turns.charge("a", 50)).toBeGreaterThan(0);
});

it("forgets users whose servers are silent", () => {
  const turns = new ReadingTurns(limits);
  takeAll(turns, ["a", "b"]);
  vi.advanceTimersByTime(5000);
  expect(turns.charge("a", 900)).toBe(0);
});

/** Creates a client whose stream pushes a response for each byte that it reads. */
function clientOf(userId: string) {
  const pauses = new Pauses();
  const streamer = Object.assign(new EventEmitter(), {
    push: () => true,
    checkLiteralMarker: () => false,
    _transform: (chunk: Buffer, _encoding: string, next: () => void) => {
      for (let count = 0; count < chunk.length; count++) streamer.push();
      next();
    },
  });
  // Safe: only this part of the client is used.
  takeTurns({ streamer } as unknown as ImapFlow, userId, pauses);
  const read = (responses: number) => {
    let isReadOn = false;
    streamer._transform(Buffer.alloc(responses), "", () => {
      isReadOn = true;
    });
    return () => isReadOn;
  };
  return { read, pauses, close: () => streamer.emit("close") };
}

it("counts a client's pause as time in which its server is not read", () => {
  const busy = clientOf("busy");
  clientOf("other").read(1);
  const isReadOn = busy.read(50_000);
  vi.advanceTimersByTime(1000);
  expect(isReadOn()).toBe(false);
  expect(busy.pauses.totalMs).toBe(1000);
  vi.advanceTimersByTime(60_000);
  expect(isReadOn()).toBe(true);
  const { totalMs } = busy.pauses;
  vi.advanceTimersByTime(1000);
  expect(busy.pauses.totalMs).toBe(totalMs);
});

it("leaves no timer behind if the connection is closed during a pause", () => {
  const busy = clientOf("busy");
  clientOf("other").read(1);
  busy.read(50_000);
  expect(vi.getTimerCount()).toBe(1);
  busy.close();
  expect(vi.getTimerCount()).toBe(0);
});
