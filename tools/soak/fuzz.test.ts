import { expect, test } from "vitest";
import { fuzzPart } from "./fuzz.ts";

test("no parser of untrusted bytes throws, hangs or uses too much memory", async () => {
  await using run = await fuzzPart.open();
  for (const seed of [1, 2]) await run.attempt(seed, 40);
  expect(Object.keys(run.sum).length).toBeGreaterThan(15);
  expect(Object.values(run.sum).every((count) => count > 0)).toBe(true);
}, 120_000);
