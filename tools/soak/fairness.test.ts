import { expect, test } from "vitest";
import { momentsOf } from "../../server/testing/factories/test-moments.ts";
import { openFairness } from "./fairness.ts";

const whole = { messages: 5000, others: 100, calls: 400 };
const short = { messages: 1500, others: 12, calls: 40 };

// The limits suit a slow machine: a lasting blockage of other users takes minutes here.
test("many users read mail beside one who works with all of a large mailbox", async () => {
  const [size = whole] = momentsOf([whole], [short]);
  await using trial = await openFairness({ ...size, maxMs: 1000 });
  await trial.attempt(1);
  expect(trial.figures()?.heavyCalls).toBeGreaterThan(4);
}, 600_000);
