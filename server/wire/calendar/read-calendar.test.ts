import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { cpuTimeMs } from "#/testing/cpu-time.ts";
import { parseMessage, parseOutline } from "../mime/parse.ts";
import { readCalendar } from "./read-calendar.ts";

async function calendarOf(name: string) {
  const file = path.join(import.meta.dirname, "../corpus", `${name}.eml`);
  const { calendar } = await parseMessage(readFileSync(file));
  if (calendar === undefined) return undefined;
  const { source, ...read } = calendar;
  expect(source).toContain("BEGIN:VCALENDAR");
  return read;
}

const event = (lines: string[], method = "REQUEST") =>
  [
    "BEGIN:VCALENDAR",
    `METHOD:${method}`,
    "BEGIN:VEVENT",
    "UID:e@test.example",
    ...lines,
    "END:VEVENT",
    "END:VCALENDAR",
  ].join("\r\n");

test("reads an invitation of Outlook in a time zone with a Windows name", async () => {
  expect(await calendarOf("invitation-of-outlook-in-a-time-zone-of-windows")).toEqual({
    method: "request",
    uid: "040000008200E00074C5B7101A82E00800000000",
    recurrenceId: "",
    sequence: 3,
    stampedAt: Date.UTC(2026, 2, 2, 9, 20, 30),
    title: "Budget",
    place: "Room 4",
    notes: "First line\nSecond line, with a comma",
    link: "https://teams.test.example/l/42",
    start: {
      at: Date.UTC(2026, 6, 6, 8),
      isDay: false,
      wall: "2026-07-06T10:00",
      timeZone: "Europe/Berlin",
    },
    end: {
      at: Date.UTC(2026, 6, 6, 9, 30),
      isDay: false,
      wall: "2026-07-06T11:30",
      timeZone: "Europe/Berlin",
    },
    recurrence: null,
    exceptDays: [],
    organiser: { name: "Ann Example", address: "ann@test.example" },
    attendees: [
      { name: "Ben", address: "ben@test.example", answer: "none", isOptional: false },
      { name: "Carl, C", address: "Carl@test.example", answer: "accepted", isOptional: true },
    ],
    attendeesCount: 2,
    comment: "",
  });
});

test("an unknown time zone follows the rules in the calendar", async () => {
  const read = await calendarOf("invitation-in-a-time-zone-that-it-brings-along");
  expect(read?.start).toEqual({
    at: Date.UTC(2026, 6, 6, 5, 30),
    isDay: false,
    wall: "2026-07-06T10:00",
    timeZone: "",
  });
  expect(read?.end?.at).toBe(Date.UTC(2026, 6, 6, 6, 15));
  expect(read).toMatchObject({
    title: "In the office",
    exceptDays: ["2026-07-08"],
    recurrence: {
      every: "week",
      interval: 2,
      weekdays: ["MO", "WE"],
      until: "2026-12-31",
      count: null,
    },
  });
});

test("content that would make a client act is text, or is left out", async () => {
  const read = await calendarOf("invitation-that-would-like-to-do-something");
  expect(read).toMatchObject({
    title: "<script>alert(1)</script> gnp.exe",
    place: "javascript:alert(2)",
    link: "",
    organiser: { name: "<img src=x onerror=alert(1)>", address: "" },
    recurrence: { every: "other", count: 100_000 },
    start: { wall: "2026-07-06T10:00", timeZone: "UTC" },
  });
  expect(JSON.stringify(read)).not.toMatch(/passwd|alert\([34]\)|bin\/sh/);
});

test("reads single dates, whole days, and replies of guests", async () => {
  expect(await calendarOf("cancellation-of-one-date")).toMatchObject({
    method: "cancel",
    recurrenceId: "2026-07-13",
    sequence: 2,
    start: { isDay: true, at: Date.UTC(2026, 6, 13) },
    end: { isDay: true, at: Date.UTC(2026, 6, 14) },
  });
  expect(await calendarOf("counter-proposal-for-one-date-of-a-repeating-event")).toMatchObject({
    method: "counter",
    recurrenceId: "2026-07-13T08:00:00.000Z",
    start: { at: Date.UTC(2026, 6, 13, 10), timeZone: "Europe/Berlin" },
    attendees: [{ address: "cleo@test.example", answer: "tentative" }],
    comment: "Noon suits me better",
  });
  expect(await calendarOf("reply-with-a-comment")).toMatchObject({
    method: "reply",
    attendees: [{ address: "ann@test.example", answer: "declined" }],
    comment: "Sorry, I am away",
  });
  expect(await calendarOf("invitation-in-a-broken-encoding")).toMatchObject({ title: "Caf\uFFFD" });
});

test("an event that cannot be shown does not affect its message", async () => {
  expect(await calendarOf("invitation-lists-its-calendar")).toBeUndefined();
  expect(await calendarOf("plain-text-in-ascii")).toBeUndefined();
  expect(readCalendar("")).toBeUndefined();
  expect(readCalendar("BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a")).toBeUndefined();
  expect(readCalendar(event([], "REFRESH"))).toBeUndefined();
  expect(readCalendar(event([`SUMMARY:${"x".repeat(300_000)}`]))).toBeUndefined();
  expect(() => readCalendar(event(["DTSTART:99991231T235959Z", "DURATION:P999W"]))).not.toThrow();
  expect(readCalendar(event(["DTSTART:20269999T999999Z"]))).toMatchObject({ start: null });
  expect(
    readCalendar(event(["DTSTART;VALUE=DATE:20260706", "SEQUENCE:-4", "SUMMARY:Hi"])),
  ).toMatchObject({ title: "Hi", sequence: 0 });
});

test("reads the invitation of a message too large to be fetched whole from its part alone", async () => {
  const ics = event(["SUMMARY:Regatta", "DTSTART:20260706T100000Z"]);
  const part = { encoding: "8bit", contentId: "", disposition: "", filename: "", parameters: {} };
  const parsed = await parseOutline({
    uid: 1,
    flags: [],
    internalDate: 0,
    sizeBytes: 9_000_000,
    modseq: "",
    providerId: "",
    providerThreadId: "",
    header: Buffer.from("Subject: Regatta\r\n\r\n"),
    parts: [
      { ...part, part: "1", type: "text/plain", sizeBytes: 4, content: Buffer.from("Come") },
      { ...part, part: "2", type: "text/calendar", sizeBytes: 200, content: Buffer.from(ics) },
      { ...part, part: "3", type: "application/pdf", sizeBytes: 8_000_000, content: null },
    ],
  });
  expect(parsed).toMatchObject({ text: "Come", calendar: { title: "Regatta" } });
  expect(parsed.attachments.map(({ type }) => type)).toEqual(["text/calendar", "application/pdf"]);
});

function inZone(lines: string[], dates: string[]) {
  return dates.map((date) => {
    const calendar = event([`DTSTART;TZID=Own:${date}`]).replace(
      "BEGIN:VEVENT",
      ["BEGIN:VTIMEZONE", "TZID:Own", ...lines, "END:VTIMEZONE", "BEGIN:VEVENT"].join("\r\n"),
    );
    const { at } = readCalendar(calendar)?.start ?? { at: 0 };
    return new Date(at).toISOString().slice(0, 16);
  });
}

const observance = (kind: string, start: string, [from, to]: [string, string], rule: string) => [
  `BEGIN:${kind}`,
  `DTSTART:${start}`,
  `TZOFFSETFROM:${from}`,
  `TZOFFSETTO:${to}`,
  ...(rule ? [rule] : []),
  `END:${kind}`,
];

test("the clocks of a custom zone change on the days that its rules name", () => {
  const summer = "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU";
  const winter = "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU";
  const berlin = [
    ...observance("STANDARD", "16010101T030000", ["+0200", "+0100"], winter),
    ...observance("DAYLIGHT", "16010101T020000", ["+0100", "+0200"], summer),
  ];
  const days = ["20260101T100000", "20260329T015959", "20260329T023000", "20260329T030000"];
  const later = ["20261025T025959", "20261025T030000", "99901225T100000"];
  expect(inZone(berlin, [...days, ...later])).toEqual([
    "2026-01-01T09:00",
    "2026-03-29T00:59",
    // This local time does not exist: it is read with the offset before the clock change.
    "2026-03-29T01:30",
    "2026-03-29T01:00",
    "2026-10-25T00:59",
    "2026-10-25T02:00",
    "9990-12-25T09:00",
  ]);
  const once = [
    ...observance("STANDARD", "20071104T020000", ["-0400", "-0500"], ""),
    ...observance(
      "DAYLIGHT",
      "19700405T020000",
      ["-0500", "-0400"],
      "RRULE:FREQ=YEARLY;BYMONTH=4;BYDAY=1SU;UNTIL=20060402T070000Z",
    ),
  ];
  expect(inZone(once, ["20060402T030000", "20070601T120000", "20260601T120000"])).toEqual([
    "2006-04-02T07:00",
    "2007-06-01T16:00",
    "2026-06-01T17:00",
  ]);
});

test("time zones that begin in the year 1 and never end are read quickly", () => {
  const yearly = "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU";
  const one = observance("DAYLIGHT", "00010325T020000", ["+0100", "+0200"], yearly);
  const before = cpuTimeMs();
  const times = inZone(
    Array.from({ length: 20 }, () => one).flat(),
    Array.from({ length: 20 }, () => "99901225T100000"),
  );
  expect(new Set(times)).toEqual(new Set(["9990-12-25T08:00"]));
  expect(cpuTimeMs() - before).toBeLessThan(1000);
});

test("reads a calendar with thousands of dates, guests and nested parts in no time", () => {
  const many = (line: string, count: number) => Array.from({ length: count }, () => line);
  const before = cpuTimeMs();
  const dates = readCalendar(
    event(["DTSTART:20260706T100000Z", ...many("EXDATE:20260708T100000Z", 8000)]),
  );
  expect(dates?.exceptDays).toHaveLength(500);
  const guests = readCalendar(event(many("ATTENDEE;CN=B:mailto:ben@test.example", 5000)));
  expect(guests).toMatchObject({ attendeesCount: 5000 });
  expect(guests?.attendees).toHaveLength(200);
  readCalendar(`BEGIN:VCALENDAR\n${"BEGIN:VEVENT\n".repeat(15_000)}`);
  expect(cpuTimeMs() - before).toBeLessThan(3000);
});

test("a custom zone whose clock shows UTC is a time zone, and an unknown one is not", () => {
  const zone = [
    "BEGIN:VCALENDAR",
    "METHOD:REQUEST",
    "BEGIN:VTIMEZONE",
    "TZID:Western",
    "BEGIN:STANDARD",
    "DTSTART:19700101T000000",
    "TZOFFSETFROM:+0000",
    "TZOFFSETTO:+0000",
    "END:STANDARD",
    "END:VTIMEZONE",
    "BEGIN:VEVENT",
    "UID:e@test.example",
    "DTSTART;TZID=Western:20261201T100000",
    "END:VEVENT",
    "END:VCALENDAR",
  ].join("\r\n");
  const at = Date.UTC(2026, 11, 1, 10);
  expect(readCalendar(zone)?.start).toMatchObject({ at, timeZone: "UTC" });
  const unknown = event(["DTSTART;TZID=Nowhere:20261201T100000"]);
  expect(readCalendar(unknown)?.start).toMatchObject({ at, timeZone: "" });
  const abidjan = event(["DTSTART;TZID=Africa/Abidjan:20261201T100000"]);
  expect(readCalendar(abidjan)?.start).toMatchObject({ at, timeZone: "Africa/Abidjan" });
});
