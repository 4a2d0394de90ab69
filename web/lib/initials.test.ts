import { expect, test } from "vitest";
import { hueOf, huesOf, initialOf } from "#/lib/initials.ts";

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

test("a name has the same hue in any spelling of it", () => {
  expect(hueOf("Mara@Example.org")).toBe(hueOf("mara@example.org"));
  expect(hueOf("mara@example.org")).not.toBe(hueOf("ola@example.org"));
});

test("adjacent names have distinguishable hues", () => {
  const names = ["nora.lindqvist@harbourworks.example", "nora@lindqvist.example", "n@c.example"];
  const hues = huesOf(names);
  expect(hues[0]).toBe(hueOf(names[0] ?? ""));
  for (const [at, hue] of hues.entries()) {
    for (const other of hues.slice(at + 1)) {
      const gap = Math.abs(hue - other);
      expect(Math.min(gap, 360 - gap)).toBeGreaterThanOrEqual(45);
    }
  }
});

test("more names than the circle has space for still get hues", () => {
  expect(huesOf(Array.from({ length: 40 }, (_, at) => `person${at}@example.org`))).toHaveLength(40);
});
