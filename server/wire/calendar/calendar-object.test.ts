import { expect, test } from "vitest";
import { calendarObject } from "./calendar-object.ts";

const uid = "keel@example.net";

function calendar(...lines: string[]): string {
  return [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Example//EN",
    "BEGIN:VEVENT",
    `UID:${uid}`,
    "DTSTAMP:20261101T100000Z",
    "DTSTART:20261203T130000Z",
    "ORGANIZER:mailto:ann@example.net",
    "SUMMARY:Keel",
    ...lines,
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ].join("\r\n");
}

const kept = (source: string, existing: string, earlier?: string) =>
  calendarObject(source, {
    uid,
    existing,
    attendee: "ben@example.org",
    answer: "accepted",
    ...(earlier !== undefined && { earlier }),
  })?.replaceAll("\r\n ", "") ?? "";

const asSent = ["TRANSP:OPAQUE", "CLASS:PUBLIC", "CATEGORIES:Boats,Yard"];
const asSet = ["TRANSP:TRANSPARENT", "CLASS:PRIVATE", "CATEGORIES:Own"];

test("an organizer's change is applied to the calendar where the user changed nothing", () => {
  const first = calendar(...asSent);
  // The calendar keeps the event's data, but in a different order.
  const entry = kept(first, "").replace("Boats,Yard", "Yard,Boats");
  const changes = ["TRANSP:TRANSPARENT", "CLASS:CONFIDENTIAL", "CATEGORIES:Harbour"];
  const later = kept(calendar("SEQUENCE:1", ...changes), entry, first);
  for (const line of changes) expect(later).toContain(line);
  expect(later).not.toMatch(/OPAQUE|PUBLIC|Yard/);
});

test("a property that the organizer dropped is removed where the user changed nothing", () => {
  const first = calendar("TRANSP:TRANSPARENT", "CLASS:PRIVATE", "CATEGORIES:Boats");
  const later = kept(calendar("SEQUENCE:1"), kept(first, ""), first);
  expect(later).toContain("SEQUENCE:1");
  expect(later).not.toMatch(/TRANSP|CLASS|CATEGORIES/);
});

test.each([
  ["said the same in between", calendar(...asSent), calendar(...asSent, "SEQUENCE:1")],
  ["says nothing of it", calendar(...asSent), calendar("SEQUENCE:1")],
  ["never said anything of it", calendar(), calendar("SEQUENCE:1")],
  ["says what holds anyway", calendar(), calendar("TRANSP:OPAQUE", "SEQUENCE:1")],
])("a user's setting is kept if the organizer %s", (_case, earlier, source) => {
  const alarm = ["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT25M", "END:VALARM"];
  const later = kept(source, calendar(...asSet, "COLOR:navy", ...alarm), earlier);
  for (const line of [...asSet, "COLOR:navy", ...alarm]) expect(later).toContain(line);
  expect(later).not.toMatch(/OPAQUE|PUBLIC|Yard/);
});

test("if both changed a property the organizer wins, except for colors", () => {
  const properties = ["TRANSP:OPAQUE", "CLASS:CONFIDENTIAL", "CATEGORIES:Harbour", "COLOR:red"];
  const set = ["TRANSP:TRANSPARENT", "CLASS:PRIVATE", "CATEGORIES:Own", "COLOR:navy"];
  const later = kept(calendar(...properties), calendar(...set), calendar("CATEGORIES:Boats"));
  for (const line of ["CLASS:CONFIDENTIAL", "CATEGORIES:Harbour", "COLOR:navy"]) {
    expect(later).toContain(line);
  }
  expect(later).not.toMatch(/PRIVATE|Own|red/);
});

test("calendar values stay if the earlier invitation is unknown", () => {
  const later = kept(calendar(...asSent), calendar(...asSet));
  for (const line of asSet) expect(later).toContain(line);
  expect(kept(calendar(...asSent), calendar())).toMatch(/CATEGORIES:Boats,Yard/);
});
