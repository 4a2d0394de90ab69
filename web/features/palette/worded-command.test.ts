import { expect, test } from "vitest";
import { wordedCommand } from "#/features/palette/worded-command.ts";

/** A Wednesday. */
const now = new Date(2026, 10, 18, 9, 20);

test("reads the time of a snooze", () => {
  expect(wordedCommand("snooze till tue 9", now)).toEqual({
    kind: "snooze",
    until: new Date(2026, 10, 24, 9),
  });
  expect(wordedCommand("Snooze this in 3 days", now)).toEqual({
    kind: "snooze",
    until: new Date(2026, 10, 21, 8),
  });
});

test.each([
  ["archive all from rowing older than a month", "archive", "in:inbox from:rowing older_than:1m"],
  ["archive everything from Rowing Notes", "archive", 'in:inbox from:"rowing notes"'],
  ["delete all mail older than 2 years", "trash", "older_than:2y"],
  ["archive all in travel", "archive", "in:travel"],
  ["mark all from ida as read", "read", "is:unread from:ida"],
  ["star all from ida about the boat", "star", 'is:unstarred from:ida subject:"the boat"'],
  [
    "delete all unread with attachments before 2024",
    "trash",
    "is:unread has:attachment before:2024",
  ],
  ["archive all from ida and from bob", "archive", "in:inbox from:ida from:bob"],
  ["archive all emails that are unread", "archive", "in:inbox is:unread"],
  ["archive all from ida that are unread", "archive", "in:inbox from:ida is:unread"],
  ["archive mail from ida", "archive", "in:inbox from:ida"],
])("reads %s", (words, action, query) => {
  expect(wordedCommand(words, now)).toEqual({ kind: "file", action, query });
});

test("words without a time or a condition are no command", () => {
  for (const words of [
    "snooze",
    "snooze later",
    "snooze yesterday",
    "archive",
    "archive all",
    "archive and go to the next",
    "delete label",
    "delete in inbox",
    "archive to do",
    "star about boats",
    "mark from ida as read",
    "from ida",
  ])
    expect(wordedCommand(words, now), words).toBeNull();
});
