import type { AlertRules } from "@inlet/contract/integrations.ts";
import { expect, it } from "vitest";
import { isAlert, readAlerts, usualAlerts } from "./alerts.ts";

const nothing: AlertRules = {
  priorities: [],
  categories: [],
  senders: [],
  labels: [],
  quietHours: true,
};
const letter = {
  priority: "Low",
  category: "Work",
  from: "Marta@Harbour.example",
  labels: ["Boat"],
};

it("tells of everything while no rule was chosen", () => {
  expect(isAlert(nothing, letter)).toBe(true);
});

it.each([
  ["its priority", { priorities: ["Low"] }, true],
  ["another priority", { priorities: ["High"] }, false],
  ["its category", { categories: ["Work"] }, true],
  ["another category", { categories: ["Social"] }, false],
  ["its sender, in other letters", { senders: ["marta@harbour.EXAMPLE"] }, true],
  ["its sender's domain", { senders: ["@harbour.example"] }, true],
  ["a domain that only ends like it", { senders: ["@bour.example"] }, false],
  ["a label that it carries", { labels: ["boat"] }, true],
  ["another label", { labels: ["boats"] }, false],
  ["one rule of several", { priorities: ["High"], labels: ["boat"] }, true],
] satisfies [string, Partial<AlertRules>, boolean][])(
  "is asked for %s",
  (_what, chosen, isTold) => {
    expect(isAlert({ ...nothing, ...chosen }, letter)).toBe(isTold);
  },
);

it("falls back to the usual where the stored rules cannot be read", () => {
  expect(readAlerts('{"priorities":"High"}')).toEqual(usualAlerts);
  expect(readAlerts("")).toBeNull();
});
