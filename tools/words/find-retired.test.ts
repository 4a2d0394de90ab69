import { expect, test } from "vitest";
import { readFromRoot } from "../docs/docs-page.ts";
import { createRetiredFinder } from "./find-retired.ts";
import { parseGlossary } from "./glossary.ts";

const { inName, inProse, mayBeIn } = createRetiredFinder(
  parseGlossary(readFromRoot("docs/glossary.md")),
);
const isRefused = (name: string) => inName(name, false) !== undefined;
const phrasesIn = (text: string) => inProse(text).map(({ found }) => found);

test("refuses a retired word within a name, in any case", () => {
  const refused = ["door", "createDoor", "DoorOptions", "take-in-messages", "TakeIn", "TAKE_IN"];
  expect(refused.filter((name) => !isRefused(name))).toEqual([]);
  const standard = ["indoor", "doorway", "intake", "takeIndex", "commandBus"];
  expect(standard.filter(isRefused)).toEqual([]);
});

test("refuses the beginning or end of a longer name only where it is", () => {
  expect(["mostBytes", "noteCall", "rowsAtOnce"].filter((name) => !isRefused(name))).toEqual([]);
  expect(
    ["most", "almostBytes", "note", "notes", "atOnce", "atOnceRows"].filter(isRefused),
  ).toEqual([]);
});

test("refuses an exact name and not what contains it", () => {
  expect(["room", "Room", "Ask"].filter((name) => !isRefused(name))).toEqual([]);
  expect(["makeRoom", "hasRoom", "ask", "Asks"].filter(isRefused)).toEqual([]);
});

test("reports no name that is stored or on the wire", () => {
  const wire = ["told_places", "twin_key", "goesOnUntil", "goesOn", "askedAt", "inTrouble"];
  expect(wire.filter(isRefused)).toEqual([]);
  expect(wire.flatMap(phrasesIn)).toEqual([]);
  expect(phrasesIn("Reads `wish`, `told_at` and the job `tell-server`.")).toEqual([]);
});

test("exempts a name of one word only as a property", () => {
  expect(inName("wish", true)).toBeUndefined();
  expect(inName("wish", false)).toEqual({ found: "wish", instead: "request, options" });
});

test("finds retired words and names in prose, across lines, and not within longer words", () => {
  expect(phrasesIn("Whoever is told\nof which?")).toEqual(["whoever", "told", "of which"]);
  expect(phrasesIn("A takeIn of the\n door")).toEqual(["door", "takeIn"]);
  expect(
    phrasesIn("An indoor retold story; outstanding; a stand-in. It stands for a user."),
  ).toEqual([]);
});

test("recognizes code that need not be parsed", () => {
  expect(mayBeIn("const limit = takeIndex(rows)")).toBe(false);
  expect(mayBeIn("const limit = takeIn(rows)")).toBe(true);
  expect(mayBeIn('test("Took the mail back")')).toBe(true);
});
