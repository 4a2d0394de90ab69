import { expect, test } from "vitest";
import { timeAgo } from "#/features/security/time-ago.ts";

const now = new Date("2026-11-22T12:00:00Z");

test.each([
  ["2026-11-22T12:00:00Z", "just now"],
  ["2026-11-22T12:05:00Z", "just now"],
  ["2026-11-22T11:59:00Z", "1 minute ago"],
  ["2026-11-22T09:30:00Z", "2 hours ago"],
  ["2026-11-21T12:00:00Z", "yesterday"],
  ["2026-11-17T12:00:00Z", "5 days ago"],
  ["2026-11-10T12:00:00Z", "last week"],
  ["2026-08-22T12:00:00Z", "3 months ago"],
  ["2024-11-01T12:00:00Z", "2 years ago"],
])("%s was %s", (iso, words) => {
  expect(timeAgo(iso, now)).toBe(words);
});
