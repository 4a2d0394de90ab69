import type { Attachment } from "@inlet/contract/mail/email.ts";
import { expect, test } from "vitest";
import { calendarFile, withoutCalendarFile } from "#/features/reader/invitations/calendar-file.ts";

const file = (filename: string, type: string, size: number) =>
  ({ id: filename, filename, type, size, inline: false, url: "" }) as unknown as Attachment;

test("leaves out the event of an invitation with its copy, but no other file", () => {
  const event = file("", "text/calendar", 472);
  const copy = file("invite.ics", "application/ics", 472);
  const other = file("Ferry.ics", "application/octet-stream", 900);
  const paper = file("Agenda.pdf", "application/pdf", 472);
  expect(calendarFile([paper, event, copy])).toBe(event);
  expect(withoutCalendarFile([paper, event, copy, other])).toEqual([paper, other]);
  expect(withoutCalendarFile([paper])).toEqual([paper]);
});
