import fc from "fast-check";
import { expect, test } from "vitest";
import { parseQuery } from "./parse-query.ts";

test("parses words, phrases and operators; the last word may be incomplete", () => {
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

test("never throws, and searches only for words that the index can contain", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
      for (const { words } of parseQuery(text).terms) {
        expect(words.length).toBeGreaterThan(0);
        for (const word of words) expect(word).toMatch(/^[\p{L}\p{N}\p{M}]+$/u);
      }
    }),
  );
});

test("parses predicates besides words, in any case", () => {
  const read = parseQuery('IS:Unread has:attachment in:"My folder" from:me after:2026-09-01');
  expect(read.problem).toBeNull();
  expect(read.terms).toEqual([]);
  expect(read.asks).toEqual([
    { kind: "listed", filter: { isUnread: true } },
    { kind: "listed", filter: { hasAttachments: true } },
    { kind: "own" },
  ]);
  expect(read.names).toEqual([{ operator: "in", name: "My folder" }]);
  expect(read.from).toBe((Date.UTC(2026, 8, 1) / 1000) * 2 ** 20);
});

test("parses correspondents, sizes, files, lists and ids", () => {
  // The empty quotation becomes the last word, which may be unfinished.
  const asked = (text: string) => parseQuery(`${text} ""`).asks;
  const groups = (text: string) => parseQuery(`${text} ""`).groups;
  expect(parseQuery("cc:Ada bcc:Bo")).toMatchObject({
    terms: [
      { column: "recipients", words: ["ada"], isPrefix: false },
      { column: "recipients", words: ["bo"], isPrefix: true },
    ],
    asks: [
      { kind: "field", field: "cc", words: ["ada"], isPrefix: false },
      { kind: "field", field: "bcc", words: ["bo"], isPrefix: true },
    ],
  });
  expect(groups("to:me cc:ME with:me deliveredto:me")).toEqual(
    ["to", "cc", "with", "deliveredto"].map((field) => ({ kind: "me", field })),
  );
  expect(asked("larger:10M smaller:1.5kb size:2048")).toEqual([
    { kind: "size", above: 10 * 1024 ** 2 },
    { kind: "size", below: 1536 },
    { kind: "size", above: 2048 },
  ]);
  expect(asked("filename:PDF list:<News.Example.ORG>")).toEqual([
    { kind: "marked", mark: "file:pdf", isPrefix: false },
    { kind: "marked", mark: "list:news.example.org", isPrefix: true },
  ]);
  expect(asked("rfc822msgid:<Ab.C@x.Y> deliveredto:A@b.c")).toEqual([
    { kind: "messageId", id: "Ab.C@x.Y" },
    { kind: "marked", mark: "delivered:a@b.c", isPrefix: false },
  ]);
  expect(groups("has:nouserlabels -has:pdf")).toMatchObject([
    { kind: "without", part: { kind: "userlabels" } },
    { kind: "without", part: { kind: "marked", mark: "has:pdf" } },
  ]);
  const dates = parseQuery("after:2026-01 before:2026-09-01 newer:2026-02-01 older:2026-08-01");
  const until = parseQuery("after:2026-02-01 before:2026-08-01");
  expect([dates.from, dates.until]).toEqual([until.from, until.until]);
});

test("parses AROUND and exact words", () => {
  expect(parseQuery('holiday AROUND 10 "next year" x').terms[0]).toEqual({
    column: "any",
    words: ["holiday"],
    isPrefix: false,
    near: { words: ["next", "year"], within: 10 },
  });
  expect(parseQuery("subject:(a AROUND 2 bc)").terms).toEqual([
    { column: "subject", words: ["a"], isPrefix: false, near: { words: ["bc"], within: 2 } },
  ]);
  expect(parseQuery("+unicorn").terms).toEqual([
    { column: "any", words: ["unicorn"], isPrefix: false },
  ]);
  expect(parseQuery("unicorn").terms[0]?.isPrefix).toBe(true);
});

test("separates negated parts and alternatives, at any depth", () => {
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

type Typed = { text: string; part: object };

/** Queries as users may type them, each with its expected meaning. */
const typedQuery = fc.letrec<{ typed: Typed; single: Typed }>((tie) => ({
  single: fc.oneof(
    fc
      .record({
        word: fc.constantFrom("oak", "elm", "tax"),
        operator: fc.constantFrom("", "from", "subject"),
      })
      .map(({ word, operator }) => ({
        text: operator === "" ? word : `${operator}:${word}`,
        part: {
          kind: "words",
          term: {
            column: operator === "" ? "any" : operator === "from" ? "sender" : "subject",
            words: [word],
            isPrefix: false,
          },
        },
      })),
    fc.integer({ min: 1, max: 900 }).map((size) => ({
      text: `larger:${size}K`,
      part: { kind: "size", above: size * 1024 },
    })),
    fc.constantFrom("pdf", "link").map((kind) => ({
      text: `has:${kind}`,
      part: { kind: "marked", mark: `has:${kind}`, isPrefix: false },
    })),
  ),
  typed: fc.oneof(
    { maxDepth: 3 },
    tie("single"),
    tie("single").map(({ text, part }) => ({ text: `-${text}`, part: { kind: "without", part } })),
    fc.array(tie("typed"), { minLength: 2, maxLength: 3 }).map((all) => ({
      text: `{${all.map(({ text }) => text).join(" ")}}`,
      part: { kind: "either", parts: all.map(({ part }) => part) },
    })),
    fc.array(tie("typed"), { minLength: 2, maxLength: 3 }).map((all) => ({
      text: `(${all.map(({ text }) => text).join(" AND ")})`,
      part: { kind: "all", parts: all.map(({ part }) => part) },
    })),
  ),
})).typed;

test("parses the written form of a search into the same search", () => {
  fc.assert(
    fc.property(typedQuery, ({ text, part }) => {
      // In a group it stays one part.
      expect(parseQuery(`-(${text})`).groups).toEqual([{ kind: "without", part }]);
    }),
  );
});
