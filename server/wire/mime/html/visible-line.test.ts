import { expect, it } from "vitest";
import { visibleLine } from "./visible-line.ts";

it("decodes, folds spaces, and drops embeddings, overrides and isolates", () => {
  expect(visibleLine(" =?utf-8?B?4oCuYXBwbGUgcGll4oCs?=\r\n\t\u2067now\u2069 ")).toBe(
    "apple pie now",
  );
});

it("preserves the marks and joiners that Hebrew, Persian and emoji need", () => {
  const text = "\u200Fשלום \u200E(1) می\u200Cخواهم 👩\u200D🚀";
  expect(visibleLine(text)).toBe(text);
});
