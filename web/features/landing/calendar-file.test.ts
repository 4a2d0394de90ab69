import { expect, test } from "vitest";
import { calendarFile } from "./calendar-file.ts";

test("writes the half hour in UTC, with line endings as in RFC 5545", () => {
  const file = calendarFile(
    new Date("2026-11-23T09:00:00.000Z"),
    "Inlet demo",
    new Date("2026-11-20T15:00:00.000Z"),
  );
  expect(file).toContain("\r\nDTSTART:20261123T090000Z\r\nDTEND:20261123T093000Z\r\n");
  expect(file).toContain("\r\nDTSTAMP:20261120T150000Z\r\n");
  expect(file.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
});
