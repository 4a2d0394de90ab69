import { expect, test } from "vitest";
import { momentsOf } from "../../server/testing/factories/test-moments.ts";
import { draftsPart } from "./drafts.ts";

const whole = Array.from({ length: 20 }, (_, at) => at + 1);
/**
 * Shortly after the first, third and fourth copy was started: during its APPEND, and during the deletion of the previous copy.
 */
const worst = [12, 9, 15];

test("no save of a draft is lost and the mail server has one copy, after a kill at any moment", async () => {
  await using trials = await draftsPart.open();
  for (const seed of momentsOf(whole, worst)) {
    await expect(trials.attempt(seed), `seed ${seed}`).resolves.toBeUndefined();
  }
}, 300_000);
