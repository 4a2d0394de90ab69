import { expect, test } from "vitest";
import { createFairQueue } from "./fair-queue.ts";

test("owners take turns, and each owner's items keep their order", () => {
  const queue = createFairQueue<string>();
  for (let at = 0; at < 1000; at++) queue.push("big", `big ${at}`);
  queue.push("ann", "ann 0");
  queue.push("ann", "ann 1");
  queue.push("ben", "ben 0");
  expect(Array.from({ length: 6 }, () => queue.shift())).toEqual([
    "big 0",
    "ann 0",
    "ben 0",
    "big 1",
    "ann 1",
    "big 2",
  ]);
  expect(queue.length).toBe(997);
});

test("an item waits for at most one turn of each other owner", () => {
  const queue = createFairQueue<string>();
  for (let owner = 0; owner < 50; owner++) {
    for (let at = 0; at < 20; at++) queue.push(`owner ${owner}`, `${owner}`);
  }
  for (let at = 0; at < 10; at++) queue.shift();
  queue.push("new", "new");
  const turns = Array.from({ length: 51 }, () => queue.shift());
  expect(turns).toContain("new");
});

test("first() returns the next item, putFirst() adds to the front, and clear() returns all items", () => {
  const queue = createFairQueue<string>();
  expect([queue.first(), queue.shift(), queue.length]).toEqual([undefined, undefined, 0]);
  queue.push("a", "a");
  queue.putFirst(["x", "y"]);
  expect([queue.first(), queue.shift(), queue.first()]).toEqual(["x", "x", "y"]);
  expect(queue.clear()).toEqual(["y", "a"]);
  expect(queue.length).toBe(0);
});
