import { expect, test } from "vitest";
import { isBegunLate } from "./oxlint-waits.ts";

const call = (name: string) => ({
  type: "CallExpression",
  callee: { type: "MemberExpression", property: { type: "Identifier", name } },
});
const awaits = (argument: object & { type: string }) => ({ type: "AwaitExpression", argument });

test("reports a wait that is awaited where it starts", () => {
  expect(isBegunLate(awaits(call("waitForRequest")))).toBe(true);
  expect(isBegunLate(awaits(call("waitForResponse")))).toBe(true);
});

test("allows a wait that started earlier, and waits for a lasting state", () => {
  expect(isBegunLate(awaits({ type: "Identifier" }))).toBe(false);
  expect(isBegunLate(awaits(call("waitForURL")))).toBe(false);
  expect(isBegunLate(awaits(call("all")))).toBe(false);
});
