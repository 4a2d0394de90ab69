import { expect, test } from "vitest";
import { openTestDatabase } from "#/testing/database/database.ts";
import { createEventLoopYield } from "./event-loop-yield.ts";

test("yields to the event loop after its time, but not at every query", async () => {
  const yieldIfBusy = createEventLoopYield(5);
  let others = 0;
  let goesOn = true;
  const count = () => {
    others++;
    if (goesOn) setImmediate(count);
  };
  setImmediate(count);
  for (let asked = 0; asked < 1000; asked++) await yieldIfBusy();
  expect(others).toBeLessThan(20);
  const before = others;
  for (let asked = 0; asked < 10; asked++) {
    const until = performance.now() + 6;
    while (performance.now() < until);
    await yieldIfBusy();
  }
  expect(others - before).toBeGreaterThan(5);
  goesOn = false;
});

test("a long series of queries lets other callbacks run", async () => {
  const { reader } = await openTestDatabase("sqlite");
  let others = 0;
  let goesOn = true;
  const count = () => {
    others++;
    if (goesOn) setImmediate(count);
  };
  setImmediate(count);
  const until = performance.now() + 300;
  while (performance.now() < until) await reader.selectFrom("users").selectAll().execute();
  goesOn = false;
  expect(others).toBeGreaterThan(10);
});
