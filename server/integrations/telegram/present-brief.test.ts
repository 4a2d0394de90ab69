import type { Brief } from "@inlet/contract/ai/brief.ts";
import { expect, it } from "vitest";
import { textsIn } from "#/texts/texts.ts";
import { presentBrief } from "./present-brief.ts";

type Line = Brief["answer"]["lines"][number];

const line = (change: Partial<Line>) =>
  ({ who: "Ada", subject: "Ropes", text: "Have you any?", ...change }) as Line;
const aBrief = (answer: Line[], more = 0): Brief => {
  const at = "2026-11-22T08:00:00.000Z";
  const none = { lines: [], more: 0 };
  return {
    day: "2026-11-22",
    since: at,
    madeAt: at,
    deadlines: none,
    waiting: none,
    answer: { lines: answer, more },
    rest: [{ category: "Updates", count: 3 }] as Brief["rest"],
  };
};
const shown = (brief: Brief) => presentBrief(brief, "https://inlet.example", textsIn("en"));

it("shows messages to answer, the number of others, and a link to the brief", () => {
  expect(shown(aBrief([line({})], 2)).split("\n")).toEqual([
    "<b>Your brief for 2026-11-22</b>",
    "",
    "<b>Needs your answer</b>",
    "• Ada: Ropes · Have you any?",
    "and 2 more",
    "",
    "3 other new emails",
    '<a href="https://inlet.example/app/brief">Open the brief</a>',
  ]);
});

it("does not exceed Telegram's limit, and shows how many lines it omits", () => {
  const hostile = "&".repeat(300);
  const one = line({ who: hostile, subject: hostile, text: hostile });
  const many = { lines: Array.from({ length: 30 }, () => one), more: 5 };
  const brief = { ...aBrief(many.lines, 5), deadlines: { lines: [], more: 0 }, waiting: many };
  const text = shown(brief as Brief);
  expect(text.length).toBeLessThanOrEqual(4096);
  const [, first = "", second = ""] = text.split("<b>").slice(1);
  for (const part of [first, second]) {
    const bulletCount = part.split("\n").filter((each) => each.startsWith("•")).length;
    const left = /and (\d+) more/.exec(part)?.[1];
    expect(bulletCount + Number(left)).toBe(35);
  }
  expect(text).toMatch(/Open the brief<\/a>$/);
});

it("shows untrusted text as plain text on one line", () => {
  const text = shown(aBrief([line({ subject: "<a href='x'>\nevil.example", who: "@you" })]));
  expect(text).not.toContain("<a href='");
  expect(text).not.toContain("evil.example");
  expect(text).not.toContain("@you");
  expect(text.split("\n")).toHaveLength(7);
});
