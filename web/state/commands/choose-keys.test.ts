import { usualPreferences } from "@inlet/contract/mail/default-preferences.ts";
import { expect, test, vi } from "vitest";
import { memoryStorage } from "#/testing/memory-storage.ts";

vi.stubGlobal("localStorage", memoryStorage());
const { conflictsOf, withKeys, withUsualKeys } = await import("#/state/commands/choose-keys.ts");
const { keysOf } = await import("#/state/commands/shortcuts.ts");
const { commandIds } = await import("#/state/commands/default-keys.ts");
const { commandGroups } = await import("#/state/commands/command-groups.ts");
const { commandTexts } = await import("#/state/commands/command-texts.ts");

const usual = usualPreferences.shortcuts;

test("no two commands have the same default key, or one that begins with the other's", () => {
  const conflicts = commandIds.flatMap((id) =>
    keysOf(id, usual).flatMap((key) =>
      conflictsOf(key, id, usual).map((other) => [key, id, other]),
    ),
  );
  expect(conflicts).toEqual([]);
});

test("every command is in one group of the sheet", () => {
  expect(commandGroups.flatMap(({ ids }) => ids).toSorted()).toEqual(commandIds.toSorted());
  expect(Object.values(commandTexts).every((text) => text !== "")).toBe(true);
});

test("a chosen key replaces the default ones, except for keys that move or close", () => {
  const chosen = withKeys(usual, "open", ["w"]);
  expect(keysOf("open", chosen)).toEqual(["w", "Enter"]);
  expect(keysOf("open", withUsualKeys(chosen, "open"))).toEqual(["o", "Enter"]);
  expect(keysOf("archive", withKeys(usual, "archive", []))).toEqual([]);
});

test("without single-character keys, those with Ctrl or Cmd and standard keys such as Escape remain", () => {
  const off = { ...usual, isOn: false };
  expect(keysOf("archive", off)).toEqual([]);
  expect(keysOf("goInbox", off)).toEqual([]);
  expect(keysOf("unread", off)).toEqual([]);
  expect(keysOf("undo", off)).toEqual(["Mod+z"]);
  expect(keysOf("back", off)).toEqual(["Escape"]);
});

test("a key conflicts with the same key, and with a sequence that it begins", () => {
  expect(conflictsOf("e", "star", usual)).toEqual(["archive"]);
  expect(conflictsOf("g", "star", usual)).toContain("goInbox");
  expect(conflictsOf("e x", "star", usual)).toEqual(["archive"]);
  expect(conflictsOf("w", "star", usual)).toEqual([]);
  expect(conflictsOf("e", "archive", usual)).toEqual([]);
});
