import { expect, test } from "vitest";
import { isNearly } from "./is-nearly.ts";
import { type RankedText, rankTexts } from "./rank.ts";

const now = Date.UTC(2026, 10, 21);
const mail = (own: string, more: Partial<RankedText> = {}): RankedText => ({
  subject: "",
  people: "",
  own,
  quoted: "",
  files: "",
  date: now,
  ...more,
});
const rank = (texts: RankedText[], words: string[], guessed: string[] = []) =>
  rankTexts(texts, {
    words: words.map((word) => ({ word, count: 30, isGuessed: guessed.includes(word) })),
    pairs: words.slice(1).map((second, at) => ({ first: words[at] ?? "", second, isBound: false })),
    isAsked: false,
    tongue: "en",
    total: 100,
    now,
  });

test("a word matches in all its forms, and no other word with the same beginning", async () => {
  const [forms = 0, other = 0, inside = 0] = await rank(
    [mail("We planned it."), mail("A planet."), mail("An explanation.")],
    ["planning"],
  );
  expect(forms).toBeGreaterThan(0);
  expect([other, inside]).toEqual([0, 0]);
});

test("a rare word scores more than a common one", async () => {
  const [rare = 0, common = 0] = await rankTexts([mail("zeppelin"), mail("meeting")], {
    words: [
      { word: "zeppelin", count: 1, isGuessed: false },
      { word: "meeting", count: 60, isGuessed: false },
    ],
    pairs: [],
    isAsked: false,
    tongue: "en",
    total: 100,
    now,
  });
  expect(rare).toBeGreaterThan(common);
});

test("adjacent words score more than near ones, and near ones more than distant ones", async () => {
  const apart = "of this and that and of more than anybody asked for";
  const [beside = 0, near = 0, far = 0] = await rank(
    [
      mail(`The board meeting ${apart}.`),
      mail(`The meeting of the board ${apart}.`.slice(0, -3)),
      mail(`The board ${apart} meeting.`),
    ],
    ["board", "meeting"],
  );
  expect(beside).toBeGreaterThan(near);
  expect(near).toBeGreaterThan(far);
});

test("a function word counts only next to the word that it belongs to", async () => {
  const [beside = 0, near = 0, without = 0] = await rankTexts(
    [
      mail("Please sign off the plan."),
      mail("A sign that it is off."),
      mail("A sign.      ......"),
    ],
    {
      words: [{ word: "sign", count: 2, isGuessed: false }],
      pairs: [{ first: "sign", second: "off", isBound: true }],
      isAsked: false,
      tongue: "en",
      total: 100,
      now,
    },
  );
  expect(beside).toBeGreaterThan(near);
  expect(near).toBeLessThanOrEqual(without);
});

test("the subject counts most and quoted text least", async () => {
  const [subject = 0, own = 0, quoted = 0] = await rank(
    [
      mail("Hello there.", { subject: "Budget" }),
      mail("The budget."),
      mail("See below.", { quoted: "The budget." }),
    ],
    ["budget"],
  );
  expect(subject).toBeGreaterThan(own);
  expect(own).toBeGreaterThan(quoted);
});

test("a word scores more in a short message than in a long one", async () => {
  const [short = 0, long = 0] = await rank(
    [mail("The budget."), mail(`The budget. ${"Something else. ".repeat(50)}`)],
    ["budget"],
  );
  expect(short).toBeGreaterThan(long);
});

test("finds words in scripts without spaces, and words with accents", async () => {
  const [chinese = 0, accents = 0] = await rank(
    [mail("明天开会"), mail("Die Réunion")],
    ["开会", "reunion"],
  );
  expect(chinese).toBeGreaterThan(0);
  expect(accents).toBeGreaterThan(0);
});

test("a word without matches also matches words that are spelled similarly", async () => {
  const [near = 0, far = 0] = await rank(
    [mail("The conference."), mail("The confectioner.")],
    ["confrence"],
    ["confrence"],
  );
  expect(near).toBeGreaterThan(0);
  expect(far).toBe(0);
});

test.each([
  ["offiste", "offsite", true],
  ["confrence", "conference", true],
  ["conferncees", "conferences", true],
  ["lisbon", "london", false],
  ["paid", "pain", true],
  ["paid", "rain", false],
])("%s for %s: %s", (word, other, isSo) => {
  expect(isNearly(word, other)).toBe(isSo);
});

test("yields to the event loop while it ranks many long messages, and caps the text read in total", async () => {
  let turns = 0;
  let isOver = false;
  const turn = () => {
    turns++;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const long = "plan of the harbour ".repeat(2500);
  const first = mail(`zeppelin ${long}`);
  const last = mail(`${long}zeppelin`);
  const texts = [first, ...Array.from({ length: 297 }, () => mail(long)), last, mail("zeppelin")];
  const scores = await rank(texts, ["zeppelin"]);
  isOver = true;
  expect(turns).toBeGreaterThan(15);
  // Each text gets a share from its beginning, in any order, and short texts are read in full.
  expect(scores.map((score) => score > 0)).toEqual(
    texts.map((text) => text === first || text === texts.at(-1)),
  );
});
