import { expect, test } from "vitest";
import { momentsOf } from "../../server/testing/moments-of.ts";
import { draftsPart } from "./drafts.ts";

const whole = Array.from({ length: 20 }, (_, at) => at + 1);
/** Soon after the first, the third and the fourth copy was begun: while it is appended, and while the one before goes. */
const worst = [12, 9, 15];

test("no save of a draft is lost and the mail server has one copy, after a kill at any moment", async () => {
  await using trials = await draftsPart.open();
  for (const seed of momentsOf(whole, worst)) {
    await expect(trials.attempt(seed), `seed ${seed}`).resolves.toBeUndefined();
  }
}, 300_000);
