import { expect, test } from "vitest";
import { visibleText as textToClassify } from "../classify/visible-text.ts";
import { cleanMail } from "./clean-mail.ts";
import { joinBrokenLines } from "./paragraphs.ts";
import { markQuotes } from "./quoted-lines.ts";
import { splitSentences } from "./sentences.ts";

const text = (body: string) => cleanMail({ subject: "", text: body, html: "" });
const html = (body: string) => cleanMail({ subject: "", text: "", html: body });

/** Returns the minimum processor time of a function on this thread, independent of the machine's load. */
function costMs(work: () => unknown, rounds: number): number {
  let best = Infinity;
  for (let round = 0; round < rounds; round++) {
    const start = process.threadCpuUsage();
    work();
    const { user, system } = process.threadCpuUsage(start);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}

/** Returns the cost of eight times the input relative to one: about 8 if linear, 64 if quadratic. */
function growth(work: (count: number) => unknown, count: number): number {
  work(count);
  // The thread's clock has a resolution of one millisecond.
  const once = Math.max(
    2,
    costMs(() => work(count), 4),
  );
  return costMs(() => work(count * 8), 4) / once;
}

test("reads a sentence of many short pieces once", () => {
  expect(growth((count) => splitSentences("A. ".repeat(count), "en"), 3000)).toBeLessThan(30);
});

test("splits a line of more sentences than an array accepts as arguments", () => {
  expect(splitSentences("Go home. ".repeat(150_000), "en")).toHaveLength(1500);
});

test("reads lines that introduce quotes once", () => {
  const lines = [
    { text: "1/ wrote:", part: "own" as const },
    { text: "> x", part: "own" as const },
  ];
  const work = (count: number) => markQuotes(Array.from({ length: count }, () => lines).flat());
  expect(growth(work, 2000)).toBeLessThan(30);
});

test("tags that are not closed, or closed without being open, do not cost quadratic time", () => {
  const work = (count: number) =>
    html(`<style></style>${"<b>".repeat(count)}${"</z>".repeat(count)}`);
  expect(growth(work, 3000)).toBeLessThan(30);
});

test("joins any number of lines", () => {
  expect(joinBrokenLines(Array.from({ length: 300_000 }, () => "x"))).toHaveLength(599_999);
});

test("characters that expand to many do not exceed the maximum length", () => {
  const ligatures = "\ufdfa".repeat(1000);
  expect(text(ligatures.repeat(200)).own.length).toBeLessThanOrEqual(200_000);
  expect(html(`${ligatures}<p>`.repeat(400)).own.length).toBeLessThan(201_000);
  expect(textToClassify({ text: ligatures.repeat(200) }).length).toBeLessThanOrEqual(200_000);
});

test("combining marks piled on one character are not all normalized", () => {
  const pile = (count: number) => `a${"\u0301\u0316".repeat(count)}`;
  expect(text(pile(5000)).own.length).toBeLessThan(50);
  expect(textToClassify({ text: pile(5000) }).length).toBeLessThan(50);
});

test("reads only as many lines and elements as a real message can have", () => {
  expect(text("x\n\n".repeat(99_000)).own.length).toBeLessThan(40_000);
  expect(html("<p>x".repeat(99_000)).own.length).toBeLessThan(60_000);
});

/** The inputs that took longest, each ten times the size that a message read in full can have. */
const longest: [string, { text?: string; html?: string }][] = [
  ["characters that stand for many", { text: "\ufdfa".repeat(400_000) }],
  ["marks piled on letters", { text: `a${"\u0301\u0316".repeat(30)}`.repeat(20_000) }],
  ["paragraphs", { html: "<p>x".repeat(99_000) }],
  [
    "rules against elements that lie deep",
    {
      html: `<style>${".a .b .c{color:#fff}".repeat(300)}</style>${`<div class="a b c">`.repeat(20_000)}x`,
    },
  ],
  ["declarations without a rule", { html: `<style>${"a:b;".repeat(200_000)}</style>x` }],
  ["rules of no effect", { html: `<style>${"a{b:c}".repeat(130_000)}</style>x` }],
  ["brackets that are not closed", { html: `<style>${"a{b:c(".repeat(130_000)}</style>x` }],
  ["styles of many declarations", { html: `<p style="${"a:b;".repeat(500)}">x`.repeat(5000) }],
  ["lines", { text: "x\n\n".repeat(99_000) }],
  ["quotes that are introduced", { text: "On Mon 1/1 wrote:\n> x\n".repeat(50_000) }],
  ["sentences", { text: "Go home now. ".repeat(50_000) }],
];

// Each takes 25 to 35 ms of processor time. Work that grows with the square of the size would take seconds.
test.each(longest)("%s does not block the thread", (_, { text: plain = "", html: markup = "" }) => {
  const best = costMs(() => cleanMail({ subject: "", text: plain, html: markup }), 6);
  expect(best).toBeLessThan(200);
});
