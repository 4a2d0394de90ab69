import { expect, test } from "vitest";
import { createBackoff } from "./backoff.ts";

const seconds = { firstMs: 1000, maxMs: 300_000 };

test("doubles up to the longest wait and starts over after a success", () => {
  const backoff = createBackoff(seconds, () => 0);
  const waits = Array.from({ length: 12 }, () => backoff.next());
  expect(waits.slice(0, 4)).toEqual([1000, 2000, 4000, 8000]);
  expect(waits.at(-1)).toBe(300_000);
  backoff.reset();
  expect(backoff.next()).toBe(1000);
});

test("shortens each wait by up to a third", () => {
  expect(createBackoff(seconds, () => 1).next()).toBe(667);
});

test("stays finite after thousands of failures", () => {
  const backoff = createBackoff(seconds, () => 0);
  for (let count = 0; count < 5000; count++) backoff.next();
  expect(backoff.next()).toBe(300_000);
});
