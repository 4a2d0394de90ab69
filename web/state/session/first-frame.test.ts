import { expect, test } from "vitest";
import { frameAt } from "#/state/session/first-frame.ts";

const now = new Date(2026, 10, 27);

function frame(href: string, stored: Record<string, string> = {}) {
  const { pathname, search } = new URL(href, "http://inlet.test");
  // Safe: no other field of a location is read.
  const at = { pathname, search } as Location;
  return frameAt({ getItem: (key) => stored[key] ?? null }, at, now).split(" ");
}

test("draws the inbox as it was last shown", () => {
  const preferences = {
    density: "compact",
    readingPane: "off",
    notifications: { dailySummary: true },
  };
  const stored = {
    "inlet-preferences": JSON.stringify(preferences),
    "inlet-room-tabs": "open",
    "inlet-sidebar": "narrow",
  };
  const all = ["list", "inbox", "tabs", "brief", "wide", "compact", "narrow"];
  expect(frame("/app", stored)).toEqual(all);
  expect(frame("/app/inbox?email=1", stored)).toContain("reading");
  expect(frame("/app", { ...stored, "inlet-room-brief": now.toDateString() })).not.toContain(
    "brief",
  );
});

test("draws no tabs above other lists, and no list on other screens", () => {
  const stored = { "inlet-room-tabs": "open" };
  expect(frame("/app/sent", stored)).toEqual(["list", "normal"]);
  expect(frame("/app/search?q=tide", stored)).toEqual(["list", "normal"]);
  expect(frame("/app/settings?tab=profile", stored)).toEqual(["normal"]);
  expect(frame("/app/contacts", stored)).toEqual(["normal"]);
});

test("draws no list for a user who never saw one on this device", () => {
  expect(frame("/app")).toEqual(["inbox", "normal", "narrow"]);
  expect(frame("/app", { "inlet-preferences": "{" })).toEqual(["inbox", "normal", "narrow"]);
});

test("draws nothing where one email has the whole window", () => {
  expect(frame("/app?tide=true", { "inlet-room-tabs": "open" })).toEqual(["tide"]);
});
