import { expect, test } from "vitest";
import { createFairTurns } from "./fair-turns.ts";

/** Works that end when they are told to. */
function trial(options: { places: number; each: number }) {
  const turns = createFairTurns(options);
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<void>>();
  const ask = (owner: string, name: string) => {
    const end = Promise.withResolvers<void>();
    ends.set(name, end);
    return turns(owner, () => {
      begun.push(name);
      return end.promise;
    });
  };
  return { begun, ask, ends };
}

test("one who asks for very much leaves a place to others, and goes on when theirs ends", async () => {
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

test("a work that fails says so and gives its place back", async () => {
  const { begun, ask, ends } = trial({ places: 1, each: 1 });
  const failing = ask("ann", "a1");
  void ask("ben", "b1");
  ends.get("a1")?.reject(new Error("no"));
  await expect(failing).rejects.toThrow("no");
  await expect.poll(() => begun).toEqual(["a1", "b1"]);
});

test("whoever came late with little is before the second work of one who came early", async () => {
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
