import { expect, test } from "vitest";
import { killsEach, killsPart } from "./kills.ts";

test("keeps what it acknowledged and does nothing twice, killed at twenty moments", async () => {
  await using trials = await killsPart.open();
  const failures: string[] = [];
  const run = async (seeds: number[]) => {
    for (const seed of seeds) {
      await trials.attempt(seed).catch((error: unknown) => {
        failures.push(`seed ${seed}: ${error instanceof Error ? error.stack : String(error)}`);
      });
    }
  };
  // Two at a time: each waits most of its own.
  await Promise.all([run([1, 2]), run([3, 4])]);
  expect(failures).toEqual([]);
  expect(trials.sum.kills).toBe(4 * killsEach);
}, 900_000);
