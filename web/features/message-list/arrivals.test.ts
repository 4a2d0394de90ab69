import { expect, test } from "vitest";
import { arrivedSince } from "#/features/message-list/arrivals.tsx";
import { listTexts } from "#/features/message-list/list-texts.ts";
import { aRow } from "#/testing/email-row.ts";

function aMail(emailDate: string, flags: string[] = []) {
  return aRow("m", { emailDate, flags });
}

const noon = "2026-11-21T12:00:00.000Z";
const later = "2026-11-21T12:00:01.000Z";
const earlier = "2026-11-21T11:59:59.000Z";

test("unread messages above the newest one are new", () => {
  expect(arrivedSince([aMail(later), aMail(noon), aMail(earlier)], noon)).toBe(1);
});

test("older messages inserted below, and read messages, are not new", () => {
  const seen = aMail(later, [String.raw`\Seen`]);
  expect(arrivedSince([seen, aMail(noon), aMail(earlier)], noon)).toBe(0);
});

test("announces the count as a sentence", () => {
  expect([1, 3].map(listTexts.arrived)).toEqual(["1 new email", "3 new emails"]);
});
