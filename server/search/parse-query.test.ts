import fc from "fast-check";
import { expect, test } from "vitest";
import { parseQuery } from "./parse-query.ts";
import { toWords } from "./words.ts";

test("reads words, phrases and operators; the last word may be unfinished", () => {
  expect(parseQuery('from:Jane "open amount" subject:"a b" tax').terms).toEqual([
    { column: "sender", words: ["jane"], isPrefix: false },
    { column: "any", words: ["open", "amount"], isPrefix: false },
    { column: "subject", words: ["a", "b"], isPrefix: false },
    { column: "any", words: ["tax"], isPrefix: true },
  ]);
  expect(parseQuery('one "two').terms.at(-1)).toEqual({
    column: "any",
    words: ["two"],
    isPrefix: true,
  });
  expect(parseQuery("東京").terms).toEqual([{ column: "any", words: ["東京"], isPrefix: true }]);
});

test("never throws, and searches only for words that the index could hold", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
      for (const { words } of parseQuery(text).terms) {
        expect(words.length).toBeGreaterThan(0);
        for (const word of words) expect(word).toMatch(/^[\p{L}\p{N}\p{M}]+$/u);
      }
    }),
  );
});

test("gives the words of an address, a host and a file name, whatever their case and accents", () => {
  expect(toWords("Élan.Vital+x@Mail.Example.org")).toEqual([
    "elan",
    "vital",
    "x",
    "mail",
    "example",
    "org",
  ]);
  expect(toWords("Ｆｕｌｌ ﬁle_name-v2.PDF")).toEqual(["full", "file", "name", "v2", "pdf"]);
  expect(toWords("STRASSE straße ΣΊΣΥΦΟΣ Œuvre ЁЛКА")).toEqual([
    "strasse",
    "strasse",
    "σισυφοσ",
    "oeuvre",
    "елка",
  ]);
});

test("gives the pairs of a script without spaces, and the last character alone", () => {
  expect(toWords("東京都2026年")).toEqual(["東京", "京都", "都", "2026", "年"]);
});

test("stops at the number asked for and cuts long words the same everywhere", () => {
  expect(toWords("a b c d", 2)).toEqual(["a", "b"]);
  expect(toWords("x".repeat(1000))[0]).toHaveLength(32);
  expect(toWords("é".repeat(1000))[0]).toHaveLength(32);
});

test("reads what is asked besides words, whatever its case", () => {
  const read = parseQuery('IS:Unread has:attachment in:"My folder" from:me after:2026-09-01');
  expect(read.problem).toBeNull();
  expect(read.terms).toEqual([]);
  expect(read.asks).toEqual([
    { kind: "listed", filter: { isUnread: true } },
    { kind: "listed", filter: { hasAttachments: true } },
    { kind: "own" },
  ]);
  expect(read.names).toEqual([{ operator: "in", name: "my folder" }]);
  expect(read.from).toBe((Date.UTC(2026, 8, 1) / 1000) * 2 ** 20);
});

test.each([
  ["size:big", "search.unknown_operator"],
  ["tax fron:bob", "search.unknown_operator"],
  ["is:happy", "search.unknown_value"],
  ["has:time", "search.unknown_value"],
  ["before:soon", "search.unknown_value"],
  ["from: bob", "search.unknown_value"],
  ["label:", "search.unknown_value"],
  ["http://example.org localhost:3000 10:30 a:b Re: tax", null],
  ['"size:big"', null],
  ["constructor:x", "search.unknown_operator"],
  ["-size:big", "search.unknown_operator"],
  ["tax OR (-is:happy b)", "search.unknown_value"],
  ["-older_than:3x", "search.unknown_value"],
  ["fron:(a b)", "search.unknown_operator"],
  ["subject:(a b) -older_than:3d {with:bob NOT newer:2026}", null],
  ["((((( a ) } ) OR OR", null],
])("tells what it does not know in %j", (text, problem) => {
  expect(parseQuery(text).problem).toBe(problem);
});

test("keeps apart what is taken away and what one of several is enough of, however deep", () => {
  const term = (word: string) => ({
    kind: "words",
    term: { column: "any", words: [word], isPrefix: false },
  });
  expect(parseQuery("a -(b OR {c NOT d}) ").groups).toMatchObject([
    {
      kind: "without",
      part: {
        kind: "either",
        parts: [
          term("b"),
          { kind: "either", parts: [term("c"), { kind: "without", part: term("d") }] },
        ],
      },
    },
  ]);
  expect(parseQuery("(a b) c-d 2026-04").terms).toHaveLength(4);
  expect(parseQuery(`${"(".repeat(5000)}a`).problem).toBe("search.unknown_value");
});
