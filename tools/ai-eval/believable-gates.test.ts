import { expect, test } from "vitest";
import { heldMailbox } from "../../server/testing/mailboxes/held-owner.ts";
import { askAll, f1, factsIn, recall } from "./believable.ts";

test("finds the amounts and days in an invented mailbox", () => {
  const { amounts, days, asks } = factsIn();
  expect(f1(amounts)).toBeGreaterThan(0.95);
  expect(recall(days)).toBeGreaterThan(0.9);
  expect(f1(asks)).toBeGreaterThan(0.85);
});

test("answers questions about an invented mailbox from its messages, and rarely wrongly", async () => {
  const asked = await askAll(heldMailbox("north", Date.UTC(2026, 10, 18, 9)));
  const right = asked.filter(({ isRight }) => isRight).length;
  const wrong = asked.filter(({ isWrong }) => isWrong).length;
  expect(right / asked.length).toBeGreaterThan(0.6);
  expect(wrong / asked.length).toBeLessThan(0.08);
});
