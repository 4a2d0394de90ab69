import { expect, test } from "vitest";
import { FolderId } from "@inlet/contract/ids.ts";
import { WireError } from "#/wire/imap/wire-error.ts";
import { Troubles } from "./troubles.ts";

const folder = FolderId.parse("folder");
const closed = new WireError("closed");

test("suspects all awaited messages, and gives up only on one that fails alone", () => {
  const troubles = new Troubles();
  for (let count = 0; count < 9; count++) troubles.blame(folder, [1, 2], closed);
  expect([1, 2].map((uid) => troubles.isSuspect(folder, uid))).toEqual([true, true]);
  expect(troubles.isHopeless(folder, 1)).toBe(false);
  for (let count = 0; count < 3; count++) troubles.blame(folder, [2], closed);
  expect([1, 2].map((uid) => troubles.isHopeless(folder, uid))).toEqual([false, true]);
});

test("suspects no message when a server is unreachable", () => {
  const troubles = new Troubles();
  troubles.blame(folder, [1], new WireError("unreachable"));
  expect(troubles.isSuspect(folder, 1)).toBe(false);
});

test("suspects no message when Inlet itself closed the connection", () => {
  const troubles = new Troubles();
  troubles.blame(folder, [1], new WireError("closed", { isOwn: true }));
  expect(troubles.isSuspect(folder, 1)).toBe(false);
});

test("gives up a count only while a comparison left exactly this count", () => {
  const troubles = new Troubles();
  expect(troubles.isHopelessCount(folder, "5 6")).toBe(false);
  troubles.recordCount(folder, "5 6");
  const states = ["5 6", "5 7"].map((state) => troubles.isHopelessCount(folder, state));
  expect(states).toEqual([true, false]);
  troubles.recordCount(folder, "");
  expect(troubles.isHopelessCount(folder, "5 6")).toBe(false);
});
