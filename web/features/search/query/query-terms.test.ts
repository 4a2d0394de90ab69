import { expect, test } from "vitest";
import {
  joinWords,
  openOperator,
  pieceOf,
  refusedPiece,
  splitWords,
  searchedWords,
} from "./query-terms.ts";

const chipsOf = (words: string, isFinal = false) => {
  const { chips, rest } = splitWords(words, isFinal);
  return [chips.map(({ text }) => text), rest];
};

test("turns typed operators into chips once they are complete", () => {
  expect(chipsOf("is:unread")).toEqual([[], "is:unread"]);
  expect(chipsOf("is:unread ")).toEqual([["is:unread"], ""]);
  expect(chipsOf("is:unread", true)).toEqual([["is:unread"], ""]);
  expect(chipsOf('tax from:"Jane Doe" 2026 ')).toEqual([['from:"Jane Doe"'], "tax 2026 "]);
  expect(chipsOf("in:sent is:unread ta")).toEqual([["in:sent", "is:unread"], "ta"]);
});

test("keeps words and invalid operators where they are typed", () => {
  for (const words of ["http://a.b c", "10:30 x", "is:happy x", "fron:bob x", "from: x"]) {
    expect(chipsOf(words, true)).toEqual([[], words]);
  }
});

test("joins chips and words into a text that parses the same way", () => {
  const { chips } = splitWords("in:sent is:unread ", false);
  expect(joinWords(chips, "ta")).toBe("in:sent is:unread ta");
  expect(chipsOf(joinWords(chips, ""))).toEqual([["in:sent", "is:unread"], ""]);
  expect(joinWords([], "ta ")).toBe("ta ");
});

test("finds the operator that is being typed", () => {
  expect(openOperator("tax from:ja")).toMatchObject({ operator: "from", value: "ja" });
  expect(openOperator("tax from:")).toMatchObject({ operator: "from", value: "" });
  expect(openOperator('label:"a b')).toMatchObject({ operator: "label", value: "a b" });
  expect(openOperator("from:ja ")).toBeUndefined();
  expect(openOperator("tax")).toBeUndefined();
  expect(openOperator("fron:ja")).toBeUndefined();
});

test("finds the part that would be refused", () => {
  expect(refusedPiece("tax size:big")?.text).toBe("size:big");
  expect(refusedPiece("is:happy")?.text).toBe("is:happy");
  expect(refusedPiece("before:soon tax")?.text).toBe("before:soon");
  expect(refusedPiece("before:2026-02-30 tax")?.text).toBe("before:2026-02-30");
  expect(refusedPiece("before:2026-13 tax")?.text).toBe("before:2026-13");
  expect(refusedPiece("from: tax")?.text).toBe("from:");
  expect(refusedPiece('"size:big" is:Unread before:2026-09 http://a.b')).toBeUndefined();
});

test("quotes a value with spaces, and returns the search words to mark", () => {
  expect(pieceOf("label", "To do")).toBe('label:"To do"');
  expect(pieceOf("in", "Project „Adler“")).toBe('in:"Project Adler"');
  expect(pieceOf("from", "jane@example.org")).toBe("from:jane@example.org");
  expect(searchedWords('tax from:jane "open amount" is:unread in:sent')).toEqual([
    "tax",
    "jane",
    "open",
    "amount",
  ]);
});

test("a negated operator becomes a chip with its hyphen, but no part of a group does", () => {
  expect(chipsOf("-is:unread tax -from:bob ")).toEqual([["-is:unread", "-from:bob"], "tax "]);
  for (const words of ["is:unread OR from:bob ", "(is:unread tax) ", "{is:starred is:unread} "]) {
    expect(chipsOf(words, true)).toEqual([[], words]);
  }
  expect(refusedPiece("tax (-is:happy OR b)")?.text).toBe("-is:happy");
  expect(refusedPiece("-fron:bob")?.text).toBe("-fron:bob");
  expect(refusedPiece("older_than:3x")?.text).toBe("older_than:3x");
  expect(refusedPiece("subject:(a b) -older_than:3d NOT with:bob")).toBeUndefined();
  expect(openOperator("tax -from:ja")).toMatchObject({ operator: "from", isNegated: true });
  expect(searchedWords("{tax rent} OR -loan")).toEqual(["tax", "rent"]);
});
