import { expect, test } from "vitest";
import { randomId } from "./random-id.ts";

test("an id is a version 7 UUID, and a later id sorts after an earlier one", () => {
  expect(randomId()).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
  expect(randomId(0x123456789ab)).toMatch(/^01234567-89ab-7/);
  expect(randomId(2 ** 40) > randomId(2 ** 40 - 1)).toBe(true);
  expect(new Set(Array.from({ length: 1000 }, () => randomId(1))).size).toBe(1000);
});
