import { expect, test } from "vitest";
import { FolderId } from "@inlet/contract/ids.ts";
import { WireError } from "#/wire/imap/wire-error.ts";
import { FailureTracker } from "./fetch-failures.ts";

const folder = FolderId.parse("folder");
const closed = new WireError("closed");

test("suspects all awaited messages, and gives up only on one that fails alone", () => {
  const failures = new FailureTracker();
  for (let count = 0; count < 9; count++) failures.blame(folder, [1, 2], closed);
  expect([1, 2].map((uid) => failures.isSuspect(folder, uid))).toEqual([true, true]);
  expect(failures.isHopeless(folder, 1)).toBe(false);
  for (let count = 0; count < 3; count++) failures.blame(folder, [2], closed);
  expect([1, 2].map((uid) => failures.isHopeless(folder, uid))).toEqual([false, true]);
});

test("suspects no message when a server is unreachable", () => {
  const failures = new FailureTracker();
  failures.blame(folder, [1], new WireError("unreachable"));
  expect(failures.isSuspect(folder, 1)).toBe(false);
});

test("suspects no message when Inlet itself closed the connection", () => {
  const failures = new FailureTracker();
  failures.blame(folder, [1], new WireError("closed", { isOwn: true }));
  expect(failures.isSuspect(folder, 1)).toBe(false);
});

test("gives up a count only while a comparison left exactly this count", () => {
  const failures = new FailureTracker();
  expect(failures.isHopelessCount(folder, "5 6")).toBe(false);
  failures.recordCount(folder, "5 6");
  const states = ["5 6", "5 7"].map((state) => failures.isHopelessCount(folder, state));
  expect(states).toEqual([true, false]);
  failures.recordCount(folder, "");
  expect(failures.isHopelessCount(folder, "5 6")).toBe(false);
});
