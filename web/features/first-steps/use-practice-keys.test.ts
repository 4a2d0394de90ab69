import { expect, test, vi } from "vitest";
import { memoryStorage } from "#/testing/memory-storage.ts";

vi.stubGlobal("localStorage", memoryStorage());
const { practiceKeys } = await import("#/features/first-steps/use-practice-keys.ts");

const commandsOf = (shortcuts: Parameters<typeof practiceKeys>[0]) =>
  practiceKeys(shortcuts).map(({ command }) => command);

test("a command without a key of one stroke is not practiced", () => {
  const all = ["next", "open", "back", "palette", "sheet"];
  expect(commandsOf({ isOn: true, map: {} })).toEqual(all);
  expect(commandsOf({ isOn: true, map: { sheet: "g h" } })).toEqual(all.slice(0, -1));
  expect(practiceKeys({ isOn: true, map: { sheet: "g h | x" } }).at(-1)?.caps).toEqual(["X"]);
  expect(practiceKeys({ isOn: true, map: { next: "g h" } })[0]?.caps).toEqual(["↓"]);
});
