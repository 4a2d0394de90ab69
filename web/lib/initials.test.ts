import { expect, test } from "vitest";
import { hueOf, initialOf } from "#/lib/initials.ts";

test.each([
  ["mara@example.org", "M"],
  ['"Ola" <ola@example.org>', "O"],
  ["  élan", "É"],
  ["佐藤", "佐"],
  ["42nd", "4"],
  ["🙂", "?"],
  ["", "?"],
])("the initial of %s is %s", (name, initial) => {
  expect(initialOf(name)).toBe(initial);
});

test("a name keeps its hue, however it is written", () => {
  expect(hueOf("Mara@Example.org")).toBe(hueOf("mara@example.org"));
  expect(hueOf("mara@example.org")).not.toBe(hueOf("ola@example.org"));
});
