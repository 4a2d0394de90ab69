import { expect, test } from "vitest";
import { openFairness } from "./fairness.ts";

test("a hundred people read mail beside one who works with all of a large mailbox", async () => {
  await using trial = await openFairness({ messages: 20_000 });
  await trial.attempt(1);
  expect(trial.figures()?.heavyCalls).toBeGreaterThan(4);
}, 600_000);
