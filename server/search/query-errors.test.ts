import fc from "fast-check";
import { expect, test } from "vitest";
import { parseQuery } from "./parse-query.ts";

test.each([
  ["sise:big", "search.unknown_operator"],
  ["tax fron:bob", "search.unknown_operator"],
  ["is:happy", "search.unknown_value"],
  ["has:time", "search.unknown_value"],
  ["before:soon", "search.unknown_value"],
  ["from: bob", "search.unknown_value"],
  ["label:", "search.unknown_value"],
  ["http://example.org localhost:3000 10:30 a:b Re: tax", null],
  ['"sise:big"', null],
  ["constructor:x", "search.unknown_operator"],
  ["-sise:big", "search.unknown_operator"],
  ["size:big", "search.unknown_value"],
  ["larger:10X", "search.unknown_value"],
  ["smaller:-3", "search.unknown_value"],
  ["before:yesterdayish", "search.unknown_value"],
  ["is:chat", "search.unknown_value"],
  ["has:yellow-star", "search.unknown_value"],
  ["filename:!!", "search.unknown_value"],
  ["rfc822msgid:<>", "search.unknown_value"],
  ["a AROUND 99 b", "search.unknown_value"],
  ["subject:a AROUND 3 b", "search.unknown_value"],
  ["a AROUND 3 -b", "search.unknown_value"],
  ["AROUND 3 b", "search.unknown_value"],
  ["a AROUND 3 is:unread", "search.unknown_value"],
  ["a AROUND b AROUND 3", null],
  ["tax OR (-is:happy b)", "search.unknown_value"],
  ["-older_than:3x", "search.unknown_value"],
  ["fron:(a b)", "search.unknown_operator"],
  ["subject:(a b) -older_than:3d {with:bob NOT newer:2026}", null],
  ["((((( a ) } ) OR OR", null],
  [`${"a ".repeat(40)}b`, null],
  [`${"a ".repeat(30)}-b`, "search.too_many"],
  [`${"a ".repeat(30)}NOT b`, "search.too_many"],
  [`${"a ".repeat(30)}is:unread`, "search.too_many"],
  [`${"a ".repeat(30)}(b)`, "search.too_many"],
  [`${"a ".repeat(30)}b OR c`, "search.too_many"],
  ["a OR ".repeat(31), "search.too_many"],
  [`${"a ".repeat(30)}subject:b`, "search.too_many"],
  [`${"a ".repeat(30)}from:b`, "search.too_many"],
  [`${"a ".repeat(30)}"b c"`, "search.too_many"],
  [`${"a ".repeat(30)}+b`, "search.too_many"],
  ["🎉 older_than:1y", "search.unknown_value"],
  ["subject:🎉 in:inbox", "search.unknown_value"],
  ["subject:& in:inbox", "search.unknown_value"],
  ["subject:❤️", "search.unknown_value"],
  ["subject:() in:inbox", "search.unknown_value"],
  ["from:★★★ is:unread", "search.unknown_value"],
  ['from:"" is:unread', "search.unknown_value"],
  ["in:inbox -🎉", "search.unknown_value"],
  ["in:inbox -&", "search.unknown_value"],
  ['in:inbox -""', "search.unknown_value"],
  ["in:inbox -()", "search.unknown_value"],
  ["invoice AROUND 3 🎉", "search.unknown_value"],
  ["invoice AROUND 3 &", "search.unknown_value"],
  ["(invoice AROUND 3) &", null],
  ["a (b AROUND 3 ) AROUND 3", null],
  ["a AROUND 3 OR b c", "search.unknown_value"],
  ["a AROUND 3 NOT b c", "search.unknown_value"],
  ["in:inbox NOT (🎉) invoice", "search.unknown_value"],
  ["in:inbox NOT (&) invoice", "search.unknown_value"],
  ["a OR () b", "search.unknown_value"],
  ["in:inbox & OR a", "search.unknown_value"],
  ["in:inbox () OR a", "search.unknown_value"],
  ["invoice & AROUND 3 b", "search.unknown_value"],
  ["list:<>", "search.unknown_value"],
  ["deliveredto:<>", "search.unknown_value"],
  ['a & b - c "" -- d -> e … party🎉 100€', null],
  ["sale 🎉 now", null],
  ["in:inbox -sale 🎉", "search.unknown_value"],
  ["in:inbox NOT sale 🎉", "search.unknown_value"],
  ["in:inbox -(sale) 🎉", "search.unknown_value"],
  ["🎉 from:bob", "search.unknown_value"],
  ["🎉 subject:sale", null],
  ["🎉 {in:inbox sale}", "search.unknown_value"],
  ["🎉 (in:inbox sale)", null],
  ["(in:inbox OR", null],
  ["{in:inbox NOT", null],
])("reports the unknown part of %j", (text, problem) => {
  expect(parseQuery(text).problem).toBe(problem);
});

test.each([
  ["sale 🎉 now", "search.unknown_value"],
  ["in:inbox OR", "search.unknown_value"],
  ["(in:inbox NOT) b", "search.unknown_value"],
  // The user is still typing.
  ['a OR "', "search.unknown_value"],
  ["a NOT (", "search.unknown_value"],
  ["in:inbox OR (", "search.unknown_value"],
  ['in:inbox -"', "search.unknown_value"],
  ["in:inbox -{", "search.unknown_value"],
  ["in:inbox -(&", "search.unknown_value"],
  ["older_than:1y from:(", "search.unknown_value"],
  ["in:inbox subject:((", "search.unknown_value"],
  ["in:inbox from:(&", "search.unknown_value"],
  ['boss AROUND 3 "', "search.unknown_value"],
  // No searched word is left.
  ["$$$ in:inbox", "search.unknown_value"],
  ['"!!!" older_than:1y', "search.unknown_value"],
  ["§ from:bob", "search.unknown_value"],
  ["$$$ {in:inbox sale}", "search.unknown_value"],
  ["in:inbox OR sale $$$", "search.unknown_value"],
  ["in:inbox -", "search.unknown_value"],
  ["a ".repeat(31), "search.too_many"],
])("reports that a part of %j is left out", (text, leftOut) => {
  expect(parseQuery(text)).toMatchObject({ problem: null, leftOut, isWhole: false });
});

test.each([
  ["black-white party🎉 (a OR b) {c d} NOT e", true],
  ["black & white", false],
  ["sale $$$ now", false],
  ["in:inbox &", false],
  ['in:inbox "', false],
  ["in:inbox (", false],
  ['in:inbox ""', false],
  ["() in:inbox", false],
  ["in:inbox -(a &)", false],
])("accepts %j as intended", (text, isWhole) => {
  expect(parseQuery(text)).toMatchObject({ problem: null, leftOut: null, isWhole });
});

const anyPiece = fc.constantFrom(
  "-(",
  "from:(",
  "a",
  "+b",
  "AROUND",
  "3",
  "OR",
  "NOT",
  "-",
  "(",
  ")",
  "{",
  "}",
  '"',
  "cc:me",
  "is:chat",
  "larger:3M",
  "filename:",
  "-in:spam",
  "rfc822msgid:<a@b>",
  "to:@x.org",
  "before:x",
);

test("parses any mixture of operators, joints and brackets without an error", () => {
  fc.assert(
    fc.property(fc.array(anyPiece, { maxLength: 40 }), (pieces) => {
      for (const { words, near } of parseQuery(pieces.join(" ")).terms) {
        expect(words.length).toBeGreaterThan(0);
        if (near) expect(near.words.length).toBeGreaterThan(0);
      }
    }),
  );
});

const pieces = fc.array(
  anyPiece.filter((one) => one !== '"'),
  { maxLength: 20 },
);

test("reports everything incomplete that it ignores", () => {
  const begun = fc.constantFrom(
    "-",
    "-(",
    "NOT (",
    "OR (",
    "from:(",
    "-{",
    '-"',
    'NOT "',
    'AROUND 3 "',
  );
  fc.assert(
    fc.property(pieces, begun, (before, last) => {
      const { problem, leftOut } = parseQuery([...before, "a", last].join(" "));
      expect(problem ?? leftOut).not.toBeNull();
    }),
  );
});

test("ignores nothing silently, at any position", () => {
  fc.assert(
    fc.property(pieces, pieces, fc.constantFrom("", "-"), (before, after, minus) => {
      const around = (sign: string) => parseQuery([...before, sign, ...after].join(" "));
      const { problem, leftOut } = around(`${minus}🎉`);
      expect(problem ?? (minus === "" ? leftOut : null)).not.toBeNull();
      expect(around(`${minus}&`)).not.toMatchObject({ problem: null, isWhole: true });
    }),
  );
});
