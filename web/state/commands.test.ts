import { expect, test, vi } from "vitest";
import { memoryStorage } from "#/testing/memory-storage.ts";

vi.stubGlobal("localStorage", memoryStorage());
const { keepPreferences } = await import("#/state/preferences.ts");
const { strokesOfFrame } = await import("#/state/commands.ts");
const { shortcutOf } = await import("#/state/shortcuts.ts");

test("the frame hands over every stroke that means something, but none that scrolls or opens a link", () => {
  const strokes = strokesOfFrame();
  expect(strokes).toEqual(expect.arrayContaining(["Mod+k", "/", "?", "g", "i", "Shift+U", "_"]));
  for (const kept of ["ArrowDown", "ArrowUp", "Home", "End", "Enter"])
    expect(strokes).not.toContain(kept);
});

test("what is chosen is handed over too, and stands beside buttons", () => {
  keepPreferences({ shortcuts: { isOn: true, map: { archive: "w" } } });
  expect(strokesOfFrame()).toContain("w");
  expect(strokesOfFrame()).not.toContain("e x");
  expect(shortcutOf("archive")).toBe("W");
  keepPreferences({ shortcuts: { isOn: false, map: { archive: "w" } } });
  expect(strokesOfFrame()).not.toContain("w");
  expect(shortcutOf("archive")).toBeUndefined();
});
