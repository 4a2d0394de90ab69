import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { findAttack } from "./find-attack.ts";
import { keyOf, proofsAsText, provenFile, readProven } from "./proven.ts";

const root = path.resolve(import.meta.dirname, "../..");
const recorded = readProven();
const cure = "npm run regexes";

test("a key is valid for one pattern, its flags and the version of the finder", () => {
  const keys = [
    keyOf("^a+$", "", "finder"),
    keyOf("^a+$", "i", "finder"),
    keyOf("a+$", "", "finder"),
    keyOf("^a+$", "", "another finder"),
  ];
  expect(new Set(keys).size).toBe(keys.length);
  expect(keyOf("^a+$", "", "finder")).toBe(keys[0]);
});

test("proofs that are written can be read again, each expression once and sorted", () => {
  const regexes = [
    { pattern: "b", flags: "gu" },
    { pattern: "a b", flags: "" },
    { pattern: "b", flags: "gu" },
  ];
  expect(proofsAsText(regexes)).toBe(`${keyOf("a b", "")} /a b/\n${keyOf("b", "gu")} /b/gu\n`);
});

test("every recorded key matches the current finder", () => {
  expect(recorded.length).toBeGreaterThan(500);
  const old = recorded.filter(({ key, pattern, flags }) => key !== keyOf(pattern, flags));
  expect(old.slice(0, 5), `${old.length} proofs are of another finder: ${cure}`).toEqual([]);
});

test("almost all recorded expressions still occur in the code", () => {
  const sources = globSync("{contract,server,web}/**/*.{ts,tsx}", {
    cwd: root,
    exclude: (name) =>
      ["node_modules", ".types", "testing"].includes(name) || name.includes(".test."),
  });
  const code = sources.map((file) => readFileSync(path.join(root, file), "utf8")).join("\n");
  const gone = recorded.filter(({ pattern, flags }) => !code.includes(`/${pattern}/${flags}`));
  expect(gone.length, `${gone.length} recorded expressions are gone: ${cure}`).toBeLessThan(40);
});

// A wrong entry could hide a dangerous expression: by day a few entries are proven again, at night all.
test("recorded expressions pass the proof again", { timeout: 600_000 }, () => {
  const seed = Number(process.env["INLET_TEST_SEED"] ?? Date.now() % 1e9);
  const isWhole = process.env["INLET_TEST_LENGTH"] === "whole";
  const byChance = recorded.toSorted((a, b) =>
    compare(keyOf(a.key, `${seed}`), keyOf(b.key, `${seed}`)),
  );
  const sample = isWhole ? recorded : byChance.slice(0, 20);
  const wrong = sample.filter(({ pattern, flags }) => findAttack(pattern, flags));
  expect(wrong, `INLET_TEST_SEED=${seed}, ${provenFile}`).toEqual([]);
});

function compare(a: string, b: string): number {
  return a < b ? -1 : 1;
}
