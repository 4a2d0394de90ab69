import fc from "fast-check";
import { expect, test } from "vitest";
import { formsOf, stem } from "./stem.ts";

test.each([
  ["invoice", "invoices"],
  ["approval", "approve"],
  ["negotiation", "negotiated"],
  ["planning", "plan"],
  ["company", "companies"],
  ["scheduling", "schedule"],
  ["hoping", "hope"],
  ["reliability", "reliable"],
])("%s and %s have the same stem", (one, other) => {
  expect(stem(one)).toBe(stem(other));
});

test.each([
  ["plan", "planet"],
  ["port", "portland"],
  ["hop", "hope"],
  ["pay", "payroll"],
])("%s and %s have different stems", (one, other) => {
  expect(stem(one)).not.toBe(stem(other));
});

test("removes inflectional endings of German words", () => {
  for (const [one, other] of [
    ["rechnung", "rechnungen"],
    ["vertrag", "vertrages"],
    ["kunde", "kunden"],
    ["termin", "termine"],
  ] as const)
    expect(stem(one, "de")).toBe(stem(other, "de"));
});

test("the forms of a word are all words with its stem, including itself", () => {
  expect(formsOf("plan")).toEqual(expect.arrayContaining(["plan", "plans", "planned", "planning"]));
  expect(formsOf("plan")).not.toContain("planet");
  expect(formsOf("company")).toContain("companies");
  expect(formsOf("rechnung", "de")).toContain("rechnungen");
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 20 }), (word) => {
      const forms = formsOf(word);
      expect(forms).toContain(word);
      for (const form of forms) expect(stem(form)).toBe(stem(word));
    }),
  );
});
