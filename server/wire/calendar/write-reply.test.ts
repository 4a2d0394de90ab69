import { expect, test } from "vitest";
import { readCalendar } from "./read-calendar.ts";
import { writeReply } from "./write-reply.ts";

function replyTo(lines: string[]): string {
  const message = readCalendar(
    [
      "BEGIN:VCALENDAR",
      "METHOD:REQUEST",
      "BEGIN:VEVENT",
      "UID:e@test.example",
      ...lines,
      "ORGANIZER:mailto:ann@test.example",
      "END:VEVENT",
      "END:VCALENDAR",
    ].join("\r\n"),
  );
  if (message === undefined) throw new Error("It is no event.");
  const attendee = { name: "Ben", address: "ben@test.example" };
  return writeReply(message, { answer: "accepted", attendee, now: Date.UTC(2026, 10, 22) });
}

test("a reply gives times with a time zone in UTC", () => {
  const reply = replyTo(["DTSTART;TZID=Europe/Berlin:20261201T100000"]);
  expect(reply).toContain("DTSTART:20261201T090000Z\r\n");
  expect(replyTo(["DTSTART;TZID=Europe/London:20261201T100000"])).toContain(
    "DTSTART:20261201T100000Z\r\n",
  );
});

test("a reply gives times without a time zone as they are, without adding one", () => {
  const reply = replyTo(["RECURRENCE-ID:20261201T100000", "DTSTART:20261201T110000"]);
  expect(reply).toContain("RECURRENCE-ID:20261201T100000\r\n");
  expect(reply).toContain("DTSTART:20261201T110000\r\n");
  expect(reply).not.toMatch(/DTSTART:\d+T\d+Z/);
});
