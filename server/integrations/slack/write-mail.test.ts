import { describe, expect, it } from "vitest";
import { Blocks, readMessage } from "#/testing/fakes/slack/check-blocks.ts";
import { textsIn } from "#/texts/texts.ts";
import { writeBrief } from "./write-brief.ts";
import { actions, readAbout, type SlackMail, writeAbout, writeMail } from "./write-mail.ts";

const about = {
  userId: "01900000-0000-7000-8000-000000000001",
  linkId: "01900000-0000-7000-8000-000000000002",
  messageId: "01900000-0000-7000-8000-000000000003",
};
const letter: SlackMail = {
  messageId: about.messageId,
  fromName: "Marta Eklund",
  fromAddress: "marta@harbour.example",
  account: "ada@inlet.example",
  subject: "The jetty",
  summary: "The jetty is closed on Monday.",
  category: "Work",
  priority: "High",
};
const place = { publicUrl: "https://inlet.example", texts: textsIn("en") };
const written = (over: Partial<SlackMail> = {}) => writeMail({ ...letter, ...over }, about, place);
const read = (over: Partial<SlackMail> = {}) => readMessage(Blocks.parse(written(over).blocks));

const hostile = [
  "<!channel> <!here> <!everyone>",
  "<@U0123ABCD> <#C0123ABCD|general> <!subteam^S012|crew>",
  "<https://evil.example|Your bank> https://evil.example www.evil.example evil.com",
  "@channel @here @everyone",
  "&lt;!channel&gt; &amp;lt;!here&amp;gt;",
  "*bold* _it_ ~no~ `code` ```block``` > quote\n• list",
  ":rotating_light: :smile:",
  "\u202Egnp.exe\u202C \u200B\u2060\u00AD\u{E0041}\u{E0042}",
  '"}],"type":"section"},{"type":"actions"',
  "\u0000\u0007\u001B[31m",
  "\uD800 lone \uDFFF",
  "Z\u0301\u0301\u0301".repeat(2000) + "a" + "\u0301".repeat(5000),
  "x".repeat(100_000),
  "👩‍👩‍👧‍👦".repeat(3000),
  "\n".repeat(5000),
  "",
];

describe.each(["subject", "fromName", "fromAddress", "summary", "account"] as const)(
  "a hostile %s",
  (field) => {
    it.each(hostile.map((words) => [words.slice(0, 40), words]))(
      "mentions no user, links to nothing and breaks no block: %j",
      (_shown, words) => {
        const { mentions, links } = read({ [field]: words });
        expect({ mentions, links }).toEqual({ mentions: [], links: [] });
        const { text } = written({ [field]: words });
        expect(text).not.toMatch(/[<>]/);
        expect(text.length).toBeLessThan(1200);
      },
    );
  },
);

it("shows the sender with the address, the mailbox and the content", () => {
  expect(read().words).toBe(
    "The jetty\nFrom Marta Eklund (marta@harbour.example)\nTo ada@inlet.example\nHigh priority · Work\nThe jetty is closed on Monday.",
  );
});

it("leaves characters of every script unchanged, and removes hidden ones", () => {
  const { words } = read({ subject: "Grüße, 日本語 مرحبا", summary: "a\u202Eb\u200Bc" });
  expect(words).toContain("Grüße, 日本語 مرحبا");
  expect(words).toContain("abc");
});

it("links only to this message in Inlet", () => {
  const urls = JSON.stringify(written({ summary: "https://evil.example" }).blocks).match(
    /"url":"[^"]*"/g,
  );
  expect(urls).toEqual([`"url":"https://inlet.example/app?email=${about.messageId}"`]);
});

it("offers no action after the message was handled", () => {
  const { blocks } = writeMail(letter, about, { ...place, done: { kind: "archived" } });
  expect(readMessage(Blocks.parse(blocks)).words).toContain("Archived from Slack");
  expect(JSON.stringify(blocks)).not.toContain(actions.archive);
  expect(JSON.stringify(blocks)).toContain(actions.open);
});

it("reads the target of a button, and no other value", () => {
  expect(readAbout(writeAbout(about))).toEqual(about);
  for (const value of ["", "a/b", "a//c", "a/b/c/d"]) expect(readAbout(value)).toBeNull();
});

it("writes the brief within Slack's limits, also with long and hostile messages", () => {
  const line = {
    emailId: about.messageId as never,
    who: "<!channel>".repeat(40),
    subject: "<https://evil.example|x>".repeat(40),
    text: "y".repeat(5000),
    sentAt: "2026-11-22T08:00:00.000Z",
  };
  const { blocks } = writeBrief(
    {
      day: "2026-11-22",
      since: line.sentAt,
      madeAt: line.sentAt,
      answer: { lines: Array.from({ length: 40 }, () => line), more: 3 },
      deadlines: { lines: [{ ...line, day: "2026-11-23", time: "14:30" }], more: 0 },
      waiting: { lines: [], more: 0 },
      rest: [{ category: "Work", count: 1 }],
    },
    place.publicUrl,
    place.texts,
  );
  const { mentions, links, words } = readMessage(Blocks.parse(blocks));
  expect({ mentions, links }).toEqual({ mentions: [], links: [] });
  expect(words).toContain("and 33 more");
  expect(words).toContain("1 other new email");
});
