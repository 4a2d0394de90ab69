import { expect, test } from "vitest";
import { flagsOf, withChange } from "#/state/change-email.ts";

test("adds and takes away only what the change names", () => {
  const flags = [String.raw`\Seen`, "work"];
  expect(withChange(flags, { starred: true })).toEqual([
    String.raw`\Seen`,
    "work",
    String.raw`\Flagged`,
  ]);
  expect(withChange(flags, { seen: false })).toEqual(["work"]);
  expect(withChange(flags, {})).toEqual(flags);
});

test("reads the state from the flags", () => {
  expect(flagsOf({ flags: [String.raw`\Flagged`] })).toEqual({ isSeen: false, isStarred: true });
});
