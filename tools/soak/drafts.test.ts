import { expect, test } from "vitest";
import { draftsPart } from "./drafts.ts";

test("no save of a draft is lost and one copy stands on the mail server, killed at twenty moments", async () => {
  await using trials = await draftsPart.open();
  for (let seed = 1; seed <= 20; seed++) {
    await expect(trials.attempt(seed), `seed ${seed}`).resolves.toBeUndefined();
  }
}, 300_000);
