import { expect, test } from "vitest";
import { momentsOf } from "../../server/testing/factories/test-moments.ts";
import { killsEach, killsPart, type Moment } from "./kills.ts";

const whole = [1, 2, 3, 4].map((seed) => ({ seed, moments: undefined, kills: killsEach }));
/** A backup and a migration, then API calls, sending and pending operations: each is a write that a kill interrupts. */
const worst: readonly Moment[] = ["migration", "work", "work"];

test("keeps everything it acknowledged and does nothing twice, when killed at any moment", async () => {
  await using trials = await killsPart.open();
  const failures: string[] = [];
  const chosen = momentsOf<{ seed: number; moments: readonly Moment[] | undefined; kills: number }>(
    whole,
    [{ seed: 3, moments: worst, kills: worst.length }],
  );
  const run = async (part: typeof chosen) => {
    for (const { seed, moments } of part) {
      await trials.attempt(seed, moments).catch((error: unknown) => {
        failures.push(`seed ${seed}: ${error instanceof Error ? error.stack : String(error)}`);
      });
    }
  };
  // Two at a time: each spends most of its time waiting.
  await Promise.all([run(chosen.slice(0, 2)), run(chosen.slice(2))]);
  expect(failures).toEqual([]);
  expect(trials.sum.kills).toBe(chosen.reduce((sum, { kills }) => sum + kills, 0));
}, 900_000);
