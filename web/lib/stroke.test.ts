import { expect, test } from "vitest";
import { strokeOf } from "#/lib/stroke.ts";

function pressed(key: string, held: string[] = [], code = ""): string {
  return strokeOf({
    key,
    code,
    shiftKey: held.includes("Shift"),
    ctrlKey: held.includes("Ctrl"),
    metaKey: held.includes("Meta"),
    altKey: held.includes("Alt"),
    getModifierState: (name) => held.includes(name),
  });
}

test("a character key is named independent of Caps Lock, with Shift only when Shift is held", () => {
  expect(pressed("J")).toBe("j");
  expect(pressed("U", ["Shift"])).toBe("Shift+U");
});

test("a sign is named by the character, independent of the key that types it", () => {
  expect(pressed("#")).toBe("#");
  expect(pressed("#", ["Shift"])).toBe("#");
  expect(pressed("[", ["Ctrl", "Alt", "AltGraph"])).toBe("[");
});

test("treats Ctrl and Cmd as the same", () => {
  expect(pressed("k", ["Ctrl"])).toBe("Mod+k");
  expect(pressed("K", ["Meta", "Shift"])).toBe("Mod+Shift+K");
  expect(pressed("Enter", ["Ctrl", "Shift"])).toBe("Mod+Shift+Enter");
  expect(pressed("Enter", ["Shift"])).toBe("Shift+Enter");
});

test("on a layout without Latin characters the position of the key counts", () => {
  expect(pressed("о", [], "KeyJ")).toBe("j");
});

test("a dead key, a modifier and a system shortcut have no name", () => {
  expect(pressed("Shift", ["Shift"])).toBe("");
  expect(pressed("Dead")).toBe("");
  expect(pressed("f", ["Alt"])).toBe("");
});
