import { expect, test } from "vitest";
import { createFairTurns } from "./fair-scheduler.ts";

/** Returns turns, and tasks that end when the test resolves them. */
function trial(options: { places: number; each: number }) {
  const turns = createFairTurns(options);
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<void>>();
  const ask = (owner: string, name: string, signal?: AbortSignal) => {
    const end = Promise.withResolvers<void>();
    ends.set(name, end);
    const work = () => {
      begun.push(name);
      return end.promise;
    };
    return turns(owner, work, signal);
  };
  return { begun, ask, ends };
}

test("an owner with many tasks leaves a slot to others, and continues when its own task ends", async () => {
  const { begun, ask, ends } = trial({ places: 2, each: 1 });
  const works = [ask("ann", "a1"), ask("ann", "a2"), ask("ann", "a3"), ask("ben", "b1")];
  expect(begun).toEqual(["a1", "b1"]);
  ends.get("b1")?.resolve();
  await works[3];
  expect(begun).toEqual(["a1", "b1"]);
  ends.get("a1")?.resolve();
  await works[0];
  await expect.poll(() => begun).toEqual(["a1", "b1", "a2"]);
});

test("a failing task rejects and releases its slot", async () => {
  const { begun, ask, ends } = trial({ places: 1, each: 1 });
  const failing = ask("ann", "a1");
  void ask("ben", "b1");
  ends.get("a1")?.reject(new Error("no"));
  await expect(failing).rejects.toThrow("no");
  await expect.poll(() => begun).toEqual(["a1", "b1"]);
});

test("a late owner with one task runs before the second task of an early owner", async () => {
  const { begun, ask, ends } = trial({ places: 1, each: 2 });
  const first = ask("ann", "a1");
  void ask("ann", "a2");
  void ask("ann", "a3");
  void ask("ben", "b1");
  void ask("eve", "e1");
  ends.get("a1")?.resolve();
  await first;
  for (const name of ["a2", "b1"]) {
    await expect.poll(() => begun).toContain(name);
    ends.get(name)?.resolve();
  }
  await expect.poll(() => begun).toEqual(["a1", "a2", "b1", "e1"]);
});

test("a task that is aborted while it waits never begins, and its owner's next task takes its turn", async () => {
  const { begun, ask, ends } = trial({ places: 1, each: 1 });
  const first = ask("ben", "b1");
  const gone = new AbortController();
  const letters = ["a1", "a2"].map((name) => ask("ann", name, gone.signal));
  void ask("eve", "e1");
  gone.abort(new Error("nobody waits"));
  for (const letter of letters) await expect(letter).rejects.toThrow("nobody waits");
  await expect(ask("ann", "late", gone.signal)).rejects.toThrow("nobody waits");
  const wanted = ask("ann", "a3");
  ends.get("b1")?.resolve();
  await first;
  await expect.poll(() => begun).toEqual(["b1", "a3"]);
  ends.get("a3")?.resolve();
  await wanted;
  await expect.poll(() => begun).toEqual(["b1", "a3", "e1"]);
});

test("an owner who aborted all waiting tasks delays no other owner, and is served on the next request", async () => {
  const { begun, ask, ends } = trial({ places: 1, each: 1 });
  const first = ask("ben", "b1");
  const gone = new AbortController();
  const letter = ask("ann", "a1", gone.signal);
  const other = ask("eve", "e1");
  gone.abort(new Error("nobody waits"));
  await expect(letter).rejects.toThrow("nobody waits");
  ends.get("b1")?.resolve();
  await first;
  ends.get("e1")?.resolve();
  await other;
  void ask("ann", "a2");
  await expect.poll(() => begun).toEqual(["b1", "e1", "a2"]);
});

test("a task that is aborted while it runs holds its slot until it ends", async () => {
  const { begun, ask, ends } = trial({ places: 2, each: 1 });
  const gone = new AbortController();
  const letter = ask("ann", "a1", gone.signal);
  void ask("ann", "a2");
  gone.abort(new Error("nobody waits"));
  void ask("ben", "b1");
  expect(begun).toEqual(["a1", "b1"]);
  ends.get("a1")?.reject(new Error("ended"));
  await expect(letter).rejects.toThrow("ended");
  await expect.poll(() => begun).toEqual(["a1", "b1", "a2"]);
});
