import { searchOperators } from "@inlet/contract/mail/search-query.ts";
import { expect, test } from "vitest";
import { searchTexts } from "#/features/search/search-texts.ts";
import { suggestionsFor } from "./suggestions.ts";

const saved = [{ id: "s", name: "Bills to pay", query: "subject:invoice is:unread" }];
const offered = (words: string, recents: string[] = []) =>
  suggestionsFor({ words, rest: words, here: null }, recents, saved).map((one) =>
    one.kind === "recent" || one.kind === "saved" ? one.words : one.piece,
  );

test("offers operators by their prefix, negated ones too", () => {
  expect(offered("tax fr")).toEqual(["from:"]);
  expect(offered("tax -fr")).toEqual(["-from:"]);
  expect(offered("(ha")).toEqual(["has:"]);
  expect(offered("older")).toEqual(["older:", "older_than:"]);
  for (const words of ["from:", "from:f", "fr ", '"fr', "a.fr"]) expect(offered(words)).toEqual([]);
  const [from] = suggestionsFor({ words: "tax -fr", rest: "tax -fr", here: null }, [], []);
  expect(from).toMatchObject({ start: 4, hint: "Who wrote it" });
});

test("offers recent and saved searches that match", () => {
  expect(offered("bills", ["bills of old", "bills", "boats"])).toEqual([
    "subject:invoice is:unread",
    "bills of old",
  ]);
  const empty = offered("", ["boats"]);
  expect(empty.slice(0, 3)).toEqual(["boats", "subject:invoice is:unread", "from:"]);
});

test("offers to search only the shown list", () => {
  const here = { piece: "in:spam", name: "Spam" };
  const [first] = suggestionsFor({ words: "tax", rest: "tax", here }, [], []);
  expect(first).toEqual({ kind: "here", piece: "in:spam", hint: "Only in Spam" });
  expect(suggestionsFor({ words: "in:spam tax", rest: "tax", here }, [], [])).toEqual([]);
});

test("describes every operator", () => {
  for (const operator of Object.keys(searchOperators)) {
    expect(searchTexts.meanings).toHaveProperty([`${operator}:`]);
  }
});
