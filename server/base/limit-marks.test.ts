import { expect, it } from "vitest";
import { limitMarks } from "./limit-marks.ts";

it("keeps the combining marks that languages use, and cuts a pile of them", () => {
  const vietnamese = "Tie\u0302\u0301ng Vie\u0323\u0302t";
  expect(limitMarks(vietnamese)).toBe(vietnamese);
  const piled = `a${"\u0301\u0316".repeat(50_000)}b`;
  expect(limitMarks(piled)).toBe(`a${"\u0301\u0316".repeat(15)}b`);
});
