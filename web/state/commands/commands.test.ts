import { expect, test, vi } from "vitest";
import { memoryStorage } from "#/testing/memory-storage.ts";

vi.stubGlobal("localStorage", memoryStorage());
const { savePreferences } = await import("#/state/session/preferences.ts");
const { pressWithin, strokesOfFrame } = await import("#/state/commands/commands.ts");
const { shortcutOf } = await import("#/state/commands/shortcuts.ts");

test("the frame forwards every stroke of a command, except those that scroll or open a link", () => {
  const strokes = strokesOfFrame();
  expect(strokes).toEqual(expect.arrayContaining(["Mod+k", "/", "?", "g", "i", "Shift+U", "_"]));
  for (const kept of ["ArrowDown", "ArrowUp", "Home", "End", "Enter"])
    expect(strokes).not.toContain(kept);
});

test("passes chosen keys to the frame, and shows them beside buttons", () => {
  savePreferences({ shortcuts: { isOn: true, map: { archive: "w" } } });
  expect(strokesOfFrame()).toContain("w");
  expect(strokesOfFrame()).not.toContain("e x");
  expect(shortcutOf("archive")).toBe("W");
  savePreferences({ shortcuts: { isOn: false, map: { archive: "w" } } });
  expect(strokesOfFrame()).not.toContain("w");
  expect(shortcutOf("archive")).toBeUndefined();
});

test("a window handles its own keys while the user types, and only those that do not type text", () => {
  const done: string[] = [];
  const runs = { addCc: () => done.push("cc"), attach: undefined, archive: () => done.push("e") };
  const press = (key: string, held: Partial<KeyboardEvent> = {}) =>
    pressWithin(aKey(key, held), runs);
  expect(press("C", { ctrlKey: true, shiftKey: true })).toBe(true);
  expect(press("A", { ctrlKey: true, shiftKey: true })).toBe(false);
  expect(press("w")).toBe(false);
  expect(press("C", { ctrlKey: true, shiftKey: true, isComposing: true })).toBe(false);
  expect(press("C", { ctrlKey: true, shiftKey: true, defaultPrevented: true })).toBe(false);
  expect(done).toEqual(["cc"]);
});

function aKey(key: string, held: Partial<KeyboardEvent>): KeyboardEvent {
  const getModifierState = () => false;
  // Safe: the code under test uses only these properties.
  return { key, code: "", getModifierState, ...held } as KeyboardEvent;
}
