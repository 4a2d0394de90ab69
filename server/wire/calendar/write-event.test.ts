import { expect, test } from "vitest";
import { calendarObject } from "./calendar-object.ts";
import { isChangedThere, writeEvent } from "./write-event.ts";

const uid = "keel@inlet";
const event = {
  uid,
  title: "Keel, laid; at last",
  place: "Room 4",
  startsAt: Date.parse("2026-12-03T23:00:00Z"),
  endsAt: Date.parse("2026-12-04T00:00:00Z"),
  now: Date.parse("2026-11-22T10:00:00Z"),
};
const put = (source: string, existing = "") =>
  calendarObject(source, { uid, existing, attendee: "", answer: "none" }) ?? "";

test("an unchanged event is recognized, however a server folds and stamps it", () => {
  const entry = put(writeEvent(event));
  expect(entry).toContain("DTEND:20261204T000000Z");
  expect(isChangedThere(entry, uid)).toBe(false);
  const stamped = entry
    .replaceAll("\r\n", "\n")
    .replace(/DTSTAMP:.*/, "DTSTAMP:20261123T100000Z\nLAST-MODIFIED:20261123T100000Z");
  expect(isChangedThere(stamped, uid)).toBe(false);
  const again = put(writeEvent({ ...event, place: "Room 5" }), entry);
  expect(again).toContain("LOCATION:Room 5");
  expect(isChangedThere(again, uid)).toBe(false);
});

test.each([
  ["its time", (ics: string) => ics.replace("T230000Z", "T220000Z")],
  ["its title", (ics: string) => ics.replace("at last", "at once")],
  ["its place", (ics: string) => ics.replace("Room 4", "Yard")],
  ["what it is about", (ics: string) => ics.replace("SUMMARY", "DESCRIPTION:Notes\r\nSUMMARY")],
])(
  "a user's change in the calendar is distinguished from the written event: %s",
  (_case, change) => {
    const entry = put(writeEvent(event));
    const changed = change(entry);
    expect(changed).not.toBe(entry);
    expect(isChangedThere(changed, uid)).toBe(true);
  },
);

test("an entry without the mark does not count as changed", () => {
  const entry = put(writeEvent(event)).replace(/X-INLET-ADDED:.*\r\n/, "");
  expect(entry).not.toContain("X-INLET");
  expect(isChangedThere(entry.replace("Room 4", "Yard"), uid)).toBe(false);
});
