import { expect, test } from "vitest";
import { pack } from "#/ai/retrieval/pack.ts";
import type { Found } from "#/ai/retrieval/retrieve.ts";
import { passagesOf, type Retrieved } from "./passages.ts";

// Only these columns of a row are read here.
const row = { subject: "Harbour", from_json: '[{"name":"Grace","address":"g@x.example"}]' };
const good = { row, text: "We meet in Lisbon on Friday.", html: "", score: 1 } as Found;
const broken = {
  row,
  text: "",
  score: 2,
  get html(): string {
    throw new RangeError("Maximum call stack size exceeded");
  },
} as Found;

test("an unreadable message does not affect the passages of others", async () => {
  const wanted: Retrieved = {
    intent: "open",
    tongue: "en",
    total: 2,
    words: [{ word: "lisbon", count: 1, isGuessed: false }],
  };
  const passages = await passagesOf([broken, good], wanted);
  expect(passages.map(({ text }) => text)).toEqual(["We meet in Lisbon on Friday."]);
  expect(pack([broken, good], ["lisbon"]).map(({ found }) => found)).toEqual([good]);
});
