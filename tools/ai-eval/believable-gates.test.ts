import { expect, test } from "vitest";
import { heldMailbox } from "../../server/testing/mailboxes/held-owner.ts";
import { askAll, f1, factsIn, recall } from "./believable.ts";

test("amounts and days of an invented mailbox are found", () => {
  const { amounts, days, asks } = factsIn();
  expect(f1(amounts)).toBeGreaterThan(0.95);
  expect(recall(days)).toBeGreaterThan(0.9);
  expect(f1(asks)).toBeGreaterThan(0.85);
});

test("questions about an invented mailbox are answered from it, hardly ever wrongly", async () => {
  const asked = await askAll(heldMailbox("north", Date.UTC(2026, 10, 18, 9)));
  const right = asked.filter(({ isRight }) => isRight).length;
  const wrong = asked.filter(({ isWrong }) => isWrong).length;
  expect(right / asked.length).toBeGreaterThan(0.6);
  expect(wrong / asked.length).toBeLessThan(0.08);
});
