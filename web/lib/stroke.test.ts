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

test("a letter is named without regard to Caps Lock, with Shift only when that is held", () => {
  expect(pressed("J")).toBe("j");
  expect(pressed("U", ["Shift"])).toBe("Shift+U");
});

test("a sign is named by what it is, on whatever keys it stands", () => {
  expect(pressed("#")).toBe("#");
  expect(pressed("#", ["Shift"])).toBe("#");
  expect(pressed("[", ["Ctrl", "Alt", "AltGraph"])).toBe("[");
});

test("Ctrl and Cmd are the same", () => {
  expect(pressed("k", ["Ctrl"])).toBe("Mod+k");
  expect(pressed("K", ["Meta", "Shift"])).toBe("Mod+Shift+K");
  expect(pressed("Enter", ["Ctrl", "Shift"])).toBe("Mod+Shift+Enter");
  expect(pressed("Enter", ["Shift"])).toBe("Enter");
});

test("on a layout without Latin letters the place of the key counts", () => {
  expect(pressed("о", [], "KeyJ")).toBe("j");
});

test("what is on its way to another key, or belongs to the system, has no name", () => {
  expect(pressed("Shift", ["Shift"])).toBe("");
  expect(pressed("Dead")).toBe("");
  expect(pressed("f", ["Alt"])).toBe("");
});
