import type { AlertRules } from "@inlet/contract/integrations/integrations.ts";
import { expect, it } from "vitest";
import { isAlert, isInSplit, livingRules, readAlerts, usualAlerts } from "./alerts.ts";

const nothing: AlertRules = {
  priorities: [],
  categories: [],
  senders: [],
  labels: [],
  splits: [],
  quietHours: true,
};
const letter = {
  priority: "Low",
  category: "Work",
  from: "Marta@Harbour.example",
  labels: ["Boat"],
  splits: ["boats"],
};

it("alerts about everything while no rule is chosen", () => {
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
  ["its part of the inbox", { splits: ["boats"] }, true],
  ["a part of the inbox that is not there any more", { splits: ["gone"] }, false],
  ["one rule of several", { priorities: ["High"], labels: ["boat"] }, true],
] satisfies [string, Partial<AlertRules>, boolean][])(
  "is an alert for %s",
  (_what, chosen, isNotified) => {
    expect(isAlert({ ...nothing, ...chosen }, letter)).toBe(isNotified);
  },
);

it.each([
  [{ kind: "label", value: "boat" }, true],
  [{ kind: "label", value: "boats" }, false],
  [{ kind: "sender", value: "@HARBOUR.example" }, true],
  [{ kind: "sender", value: "ada@harbour.example" }, false],
  [{ kind: "category", value: "Work" }, true],
  [{ kind: "category", value: "Social" }, false],
] as const)("matches a mail with the part of the inbox of %o", (split, isIn) => {
  expect(isInSplit({ id: "1", name: "Part", ...split }, letter)).toBe(isIn);
});

it("reads rules that were stored before inbox parts existed", () => {
  const { splits: _splits, ...stored } = nothing;
  expect(readAlerts(JSON.stringify(stored))).toEqual(nothing);
});

it("uses the defaults if the stored rules cannot be read", () => {
  expect(readAlerts('{"priorities":"High"}')).toEqual(usualAlerts);
  expect(readAlerts("")).toBeNull();
});

it("a deleted part of the inbox matches nothing, and as the only rule it leaves the defaults", () => {
  const rules = { ...nothing, splits: ["boats", "gone"] };
  expect(livingRules(rules, ["boats"])).toEqual({ ...nothing, splits: ["boats"] });
  expect(livingRules(rules, ["boats", "gone"])).toBe(rules);
  expect(livingRules({ ...rules, quietHours: false }, [])).toEqual({
    ...usualAlerts,
    quietHours: false,
  });
  expect(livingRules({ ...rules, senders: ["@crew.example"] }, [])).toEqual({
    ...nothing,
    senders: ["@crew.example"],
  });
});
