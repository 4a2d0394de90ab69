import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  createDraftSaver,
  type SavedAs,
  type SaveState,
} from "#/features/compose/drafts/draft-saver.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A server that stores drafts as the real one does, and a device store. */
function aSaver(start: SavedAs = { id: "one", revision: 0 }) {
  const server = new Map<string, { text: string; revision: number }>();
  const device = new Map<string, { text: string; isSaved: boolean }>();
  const states: SaveState[] = [];
  const forks: string[] = [];
  const pushes: string[] = [];
  const faults = { offline: false, losesAnswer: false, gate: Promise.resolve() };
  const saver = createDraftSaver<string>(
    {
      keep: (text, { id }, isSaved) => {
        device.set(id, { text, isSaved });
        return true;
      },
      push: async (text, { id, revision }) => {
        pushes.push(text);
        await faults.gate;
        if (faults.losesAnswer) server.set(id, { text, revision: revision + 1 });
        if (faults.losesAnswer) throw new Error("offline");
        if (faults.offline) throw new Error("offline");
        const known = server.get(id);
        if ((known?.revision ?? 0) !== revision) throw new Error(known ? "conflict" : "gone");
        server.set(id, { text, revision: revision + 1 });
        return revision + 1;
      },
      revisionWith: async (text, id) => {
        const known = server.get(id);
        return known?.text === text ? known.revision : null;
      },
      meaningOf: (error) => {
        const { message } = error as Error;
        return message === "conflict" || message === "gone" ? message : "passing";
      },
      newId: () => "two",
      onState: (state) => void (states.at(-1) === state || states.push(state)),
      onFork: (id, reason) => forks.push(`${id} ${reason}`),
    },
    start,
  );
  return { saver, server, device, states, forks, pushes, faults };
}

test("stores every change on the device within a second and on the server within two", async () => {
  const { saver, server, device, states } = aSaver();
  saver.change("Dear");
  saver.change("Dear An");
  await vi.advanceTimersByTimeAsync(1000);
  expect(device.get("one")?.text).toBe("Dear An");
  await vi.advanceTimersByTimeAsync(1000);
  expect(server.get("one")).toEqual({ text: "Dear An", revision: 1 });
  expect(device.get("one")).toEqual({ text: "Dear An", isSaved: true });
  expect(states).toEqual(["saving", "saved"]);
});

test("waits for a pause, but has a maximum delay", async () => {
  const { saver, pushes } = aSaver();
  for (let at = 0; at < 25; at++) {
    saver.change("word ".repeat(at + 1));
    await vi.advanceTimersByTimeAsync(500);
  }
  expect(pushes.length).toBe(1);
});

test("saves changes made during a save, and never runs two saves at once", async () => {
  const { saver, server, pushes, faults } = aSaver();
  const { promise, resolve } = Promise.withResolvers<void>();
  faults.gate = promise;
  saver.change("first");
  await vi.advanceTimersByTimeAsync(2000);
  saver.change("second");
  await vi.advanceTimersByTimeAsync(5000);
  expect(pushes).toEqual(["first"]);
  faults.gate = Promise.resolve();
  resolve();
  await vi.advanceTimersByTimeAsync(2000);
  expect(server.get("one")).toEqual({ text: "second", revision: 2 });
});

test("reports a draft that only this device has, and retries until the server has it", async () => {
  const { saver, server, states, faults } = aSaver();
  faults.offline = true;
  saver.change("on a train");
  await vi.advanceTimersByTimeAsync(2000);
  expect(states.at(-1)).toBe("device");
  faults.offline = false;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.get("one")?.text).toBe("on a train");
  expect(states.at(-1)).toBe("saved");
});

test("continues as a separate draft if another device was faster, and leaves the other text alone", async () => {
  const { saver, server, forks } = aSaver({ id: "one", revision: 3 });
  server.set("one", { text: "theirs", revision: 4 });
  saver.change("mine");
  await vi.advanceTimersByTimeAsync(2000);
  expect(forks).toEqual(["two conflict"]);
  expect(server.get("one")).toEqual({ text: "theirs", revision: 4 });
  expect(server.get("two")).toEqual({ text: "mine", revision: 1 });
  expect(saver.savedAs).toEqual({ id: "two", revision: 1 });
});

test("does not mistake its own save for another device's when the response was lost", async () => {
  const { saver, server, forks, faults } = aSaver();
  faults.losesAnswer = true;
  saver.change("once");
  await vi.advanceTimersByTimeAsync(1500);
  faults.losesAnswer = false;
  saver.change("once more");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(forks).toEqual([]);
  expect([...server]).toEqual([["one", { text: "once more", revision: 2 }]]);
});

test("keeps the text of a draft that another device sent or discarded", async () => {
  const { saver, server, forks } = aSaver({ id: "one", revision: 3 });
  saver.change("still needed");
  await saver.flush();
  expect(forks).toEqual(["two gone"]);
  expect(server.get("two")?.text).toBe("still needed");
});

test("saves at once on request, and nothing after a stop", async () => {
  const { saver, server, pushes } = aSaver();
  saver.change("now");
  await saver.flush();
  expect(server.get("one")?.text).toBe("now");
  saver.change("never");
  await saver.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(pushes).toEqual(["now"]);
});
