import { expect, test } from "vitest";
import { openFairness } from "./fairness.ts";

// A slow machine answers later; what holds up others for good takes minutes here.
test("a hundred people read mail beside one who works with all of a large mailbox", async () => {
  await using trial = await openFairness({ messages: 5000, mostMs: 1000 });
  await trial.attempt(1);
  expect(trial.figures()?.heavyCalls).toBeGreaterThan(4);
}, 600_000);
