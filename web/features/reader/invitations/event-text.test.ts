import { expect, test } from "vitest";
import type { Recurrence } from "@inlet/contract/integrations/invitations.ts";
import {
  eventThere,
  eventWhen,
  recurrenceWords,
} from "#/features/reader/invitations/event-text.ts";

const at = (iso: string, wall: string, timeZone: string, isDay = false) => ({
  at: iso,
  wall,
  timeZone,
  isDay,
});
const start = at("2026-07-06T08:00:00.000Z", "2026-07-06T10:00", "Europe/Berlin");
const end = at("2026-07-06T09:30:00.000Z", "2026-07-06T11:30", "Europe/Berlin");
/** Intl puts thin and narrow spaces between the parts of a range. */
const plain = (text: string | null) => text?.replaceAll(/\s/gu, " ") ?? null;

test("an event has the user's time, and the organizer's if that differs", () => {
  expect(plain(eventWhen(start, end, "Asia/Tokyo"))).toMatch(/Mon.*Jul 6.*2026.*5:00.*6:30/);
  expect(plain(eventWhen(start, end, "America/Los_Angeles"))).toMatch(/Mon.*1:00.*2:30/);
  const here = new Date(start.at);
  const isThere = here.getHours() === 10;
  expect(eventThere(start, end) === null).toBe(isThere);
  const kiritimati = at("2026-07-06T08:00:00.000Z", "2026-07-06T22:00", "Pacific/Kiritimati");
  expect(plain(eventThere(kiritimati, null))).toMatch(/10:00.*PM Kiritimati/);
});

test("all-day events end on their last day, and a time without a zone is the same in every zone", () => {
  const first = at("2026-07-06T00:00:00.000Z", "2026-07-06T00:00", "", true);
  const after = at("2026-07-08T00:00:00.000Z", "2026-07-08T00:00", "", true);
  expect(plain(eventWhen(first, after, "Pacific/Kiritimati"))).toMatch(/Jul 6.*Jul 7.*all day$/);
  expect(eventThere(first, after)).toBeNull();
  const adrift = at("2026-07-06T10:00:00.000Z", "2026-07-06T10:00", "");
  expect(plain(eventWhen(adrift, null, "Asia/Tokyo"))).toMatch(/10:00/);
  expect(eventThere(adrift, null)).toBe("Unknown time zone");
});

test("describes a recurrence in words", () => {
  const rule: Recurrence = {
    every: "week",
    interval: 1,
    weekdays: [],
    week: 0,
    until: null,
    count: null,
  };
  expect(recurrenceWords(rule)).toBe("Every week");
  expect(recurrenceWords({ ...rule, interval: 2, weekdays: ["MO", "WE"], count: 6 })).toBe(
    "Every 2 weeks on Monday and Wednesday, 6 times",
  );
  expect(recurrenceWords({ ...rule, every: "month", week: -1, weekdays: ["FR"] })).toBe(
    "Every month on the last Friday",
  );
  expect(recurrenceWords({ ...rule, every: "month", week: 5, weekdays: ["MO"] })).toBe(
    "Every month on the fifth Monday",
  );
  expect(recurrenceWords({ ...rule, every: "month", week: -4, weekdays: ["MO"] })).toBe(
    "Custom schedule (see calendar file)",
  );
  expect(recurrenceWords({ ...rule, every: "day", until: "2026-12-31" })).toBe(
    "Every day, until Dec 31, 2026",
  );
});
