import { expect, test } from "vitest";
import { recipientOf } from "#/features/compose/recipients/recipient.ts";

test.each([
  ["anna@example.org", "anna@example.org", "anna@example.org"],
  ["Anna Berg <anna@example.org>", "Anna Berg", "anna@example.org"],
  ['"Berg, Anna" <anna@example.org>', "Berg, Anna", "anna@example.org"],
  ["<anna@example.org>", "anna@example.org", "anna@example.org"],
])("%s is %s at %s", (written, name, address) => {
  expect(recipientOf(written)).toEqual({ name, address });
});
