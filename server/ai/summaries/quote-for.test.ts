import { expect, test } from "vitest";
import { splitSentences } from "../text/sentences.ts";
import { quotableOf, quoteFor } from "./quote-for.ts";

const sentences = splitSentences(
  [
    "The board approved the budget for the new harbour office yesterday, 120,000 EUR in all.",
    "We still need the signed contract from the landlord.",
    "Could you please send it to me by Friday at 3pm?",
    "The board meets again in May.",
  ].join(" "),
  "en",
);

test.each([
  ["Budget of 120,000 EUR approved by the board.", /^The board approved/],
  ["The landlord's signed contract is missing.", /^We still need/],
  ["Send the contract by Friday, 3pm.", /^Could you please/],
  ["The board's next meeting is in May.", /^The board meets/],
])("finds the sentence behind a paraphrase: %s", (phrase, place) => {
  expect(quoteFor(phrase, quotableOf(sentences))).toMatch(place);
});

test.each(["The weather was fine all week long.", "", "…", "Board."])(
  "finds no sentence for an unrelated statement: %j",
  (phrase) => {
    const quote = quoteFor(phrase, phrase === "Board." ? [] : quotableOf(sentences));
    expect(quote).toBe("");
  },
);

test("reads only the beginning of a text without periods", () => {
  const long = `The harbour is open ${"and so on ".repeat(200)} signed contract`;
  const quotable = quotableOf([{ text: long, start: 0, end: long.length }]);
  expect(quoteFor("Harbour open.", quotable)).toBe(long);
  expect(quoteFor("Signed contract.", quotable)).toBe("");
});
