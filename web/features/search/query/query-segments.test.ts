import { searchJoints } from "@inlet/contract/mail/search-query.ts";
import { expect, test } from "vitest";
import { segmentsOf, withSegment } from "./query-segments.ts";

const partsOf = (words: string) => segmentsOf(words).map(({ text }) => text);

test("splits a search into independent parts", () => {
  expect(partsOf("")).toEqual([]);
  expect(partsOf("boat sale from:bob  new paint -is:unread")).toEqual([
    "boat sale",
    "from:bob",
    "new paint",
    "-is:unread",
  ]);
  expect(partsOf('"open amount" tax subject:"a b"')).toEqual([
    '"open amount" tax',
    'subject:"a b"',
  ]);
});

test("keeps parts joined by OR, NOT and groups together", () => {
  expect(partsOf("from:bob OR from:eve is:unread")).toEqual(["from:bob OR from:eve", "is:unread"]);
  expect(partsOf("boat {from:bob from:eve} sale")).toEqual(["boat", "{from:bob from:eve}", "sale"]);
  expect(partsOf("subject:(a b) -(c (d e)) f")).toEqual(["subject:(a b)", "-(c (d e))", "f"]);
  expect(partsOf("a AND is:unread tax")).toEqual(["a AND is:unread", "tax"]);
  if (searchJoints.includes("AROUND")) {
    expect(partsOf("boat AROUND 5 sale tax")).toEqual(["boat AROUND 5 sale", "tax"]);
  }
  expect(partsOf("NOT is:unread tax")).toEqual(["NOT is:unread", "tax"]);
  expect(partsOf("(never closed is:unread")).toEqual(["(never closed is:unread"]);
});

test("reports why each part would be refused", () => {
  const refused = segmentsOf("boat fron:bob (is:happy OR a) is:read").map(
    (one) => one.refused?.text,
  );
  expect(refused).toEqual([undefined, "fron:bob", "is:happy", undefined]);
});

test("replaces or removes a part", () => {
  const words = "boat from:bob sale";
  const [, from] = segmentsOf(words);
  if (!from) throw new Error("There is no second part.");
  expect(withSegment(words, from, "from:eve ")).toBe("boat from:eve sale");
  expect(withSegment(words, from, "")).toBe("boat sale");
  expect(from.operator).toBe("from");
});
