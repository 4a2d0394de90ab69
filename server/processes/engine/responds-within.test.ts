import { expect, it } from "vitest";
import { answersWithin } from "./responds-within.ts";

it("distinguishes an engine that responds from one that is too busy and one that has ended", async () => {
  expect(await answersWithin(async () => undefined, 10_000)).toBe(true);
  expect(await answersWithin(() => new Promise(() => {}), 1)).toBe(false);
  const ended = () => Promise.reject(new Error("The engine has ended."));
  expect(await answersWithin(ended, 10_000)).toBe(false);
});
