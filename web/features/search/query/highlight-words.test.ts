import { expect, test } from "vitest";
import { partsOf } from "./highlight-words.tsx";

const marked = (text: string, ...words: string[]) =>
  partsOf(text, words)
    .map(({ part, isHit }) => (isHit ? `[${part}]` : part))
    .join("");

test("marks the words that begin with a search word", () => {
  expect(marked("Boat number 1, boats and a lifeboat", "boat")).toBe(
    "[Boat] number 1, [boat]s and a lifeboat",
  );
  expect(marked("Müller & Straße", "muller", "strasse")).toBe("[Müller] & [Straße]");
  expect(marked("来週東京で", "東京")).toBe("[来週東京で]");
  expect(marked("Nothing", "x")).toBe("Nothing");
  expect(marked("", "x")).toBe("");
  expect(marked("a.b <script>", "b", "script")).toBe("a.[b] <[script]>");
});

test("highlights the longer of two matching prefixes", () => {
  expect(marked("invoices", "in", "invoice")).toBe("[invoice]s");
});
