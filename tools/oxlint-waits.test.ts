import { expect, test } from "vitest";
import { isBegunLate } from "./oxlint-waits.ts";

const call = (name: string) => ({
  type: "CallExpression",
  callee: { type: "MemberExpression", property: { type: "Identifier", name } },
});
const awaits = (argument: object & { type: string }) => ({ type: "AwaitExpression", argument });

test("finds a wait that is awaited where it begins", () => {
  expect(isBegunLate(awaits(call("waitForRequest")))).toBe(true);
  expect(isBegunLate(awaits(call("waitForResponse")))).toBe(true);
});

test("allows a wait that was begun before, and waits for what stays", () => {
  expect(isBegunLate(awaits({ type: "Identifier" }))).toBe(false);
  expect(isBegunLate(awaits(call("waitForURL")))).toBe(false);
  expect(isBegunLate(awaits(call("all")))).toBe(false);
});
