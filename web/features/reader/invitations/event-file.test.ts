import { expect, test } from "vitest";
import { eventFile } from "#/features/reader/invitations/event-file.ts";

const event = {
  title: "Keel, laid; \\ at last\nEND:VEVENT",
  place: "",
  startsAt: new Date("2026-12-03T13:00:00Z"),
  endsAt: new Date("2026-12-03T14:00:00Z"),
};
const now = new Date("2026-11-22T10:00:00Z");

test("text in a title cannot end the event or begin another line", () => {
  const file = eventFile("mail@inlet", event, now);
  expect(file).toContain("SUMMARY:Keel\\, laid\\; \\\\ at last END:VEVENT\r\n");
  expect(file).not.toContain("LOCATION");
  expect(file).toContain("DTSTART:20261203T130000Z\r\nDTEND:20261203T140000Z\r\n");
});

test("folds long lines after 75 octets, but not within a character", () => {
  const file = eventFile(
    "mail@inlet",
    { ...event, title: "Führung ".repeat(20), place: "Kai" },
    now,
  );
  for (const line of file.split("\r\n")) {
    expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
  }
  expect(file.replaceAll("\r\n ", "")).toContain("Führung ".repeat(20));
  expect(file).toContain("LOCATION:Kai\r\n");
});
