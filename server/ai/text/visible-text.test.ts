import { expect, test } from "vitest";
import { hidden, shown } from "#/testing/factories/visibility-cases.ts";
import { summarizeMail } from "../summaries/summarize-mail.ts";
import { shownMail } from "../classify/shown-mail.ts";
import { cleanMail } from "./clean-mail.ts";
import { readAhead, visibleText } from "./visible-text.ts";

const read = (html: string) => cleanMail({ subject: "", text: "", html });
const around = (html: string) => `<p>Lunch on Friday?</p>${html}<p>I book the table.</p>`;

test.each(Object.entries(shown))("reads what the reader displays: %s", (_, html) => {
  expect(read(around(html)).own.replaceAll(/\s+/g, " ")).toMatch(/Friday\? SECRET I book/);
});

test.each(Object.entries(hidden))("ignores text hidden by %s", (_, html) => {
  const seen = read(around(html));
  expect(JSON.stringify(seen)).not.toContain("SECRET");
});

test("continues after thousands of invisible elements", () => {
  const real = "<p>Please transfer the sum by Friday.</p>";
  for (const padding of ["<i></i>".repeat(10_000), `<p style="display:none">x</p>`.repeat(9000)]) {
    expect(read(padding + real)).toMatchObject({
      own: "Please transfer the sum by Friday.",
      isCut: false,
    });
  }
  const blank = `<!-- ${"x".repeat(300_000)} -->`;
  expect(read(blank + real).own).toBe("Please transfer the sum by Friday.");
});

test("reports if a message was not read completely", () => {
  const real = "<p>Please transfer the sum by Friday.</p>";
  const rules = `<style>${".a .b .c{color:#111}".repeat(300)}</style>`;
  const deep = `<div class="a b c">`.repeat(3000);
  for (const padding of ["<i></i>".repeat(60_000), " ".repeat(1_100_000), rules + deep]) {
    const html = padding + real;
    expect(visibleText(html).isCut).toBe(true);
    expect(shownMail({ text: "", html }).isCut).toBe(true);
  }
  expect(shownMail({ text: "", html: real }).isCut).toBe(false);
  expect(shownMail({ text: "x".repeat(200_000), html: "" }).isCut).toBe(true);
});

test("a summary notes that it covers only the beginning if the message has too many elements or characters", () => {
  const mail = { subject: "", text: "", sender: "Ann", sent: new Date(0), attachments: [] };
  const is = { isBulk: false, isReply: false, isEncrypted: false };
  const html = `<p>The plan is ready for the board.</p>${"<i></i>".repeat(60_000)}<p>More.</p>`;
  const { note } = summarizeMail({ ...mail, ...is, html });
  expect(note).not.toBe("");
  expect(summarizeMail({ ...mail, ...is, html: html.slice(0, 40) }).note).toBe("");
});

test("reading ahead with pauses gives the same result, caches it, and does not block the thread", async () => {
  const html = `<style>.x{display:none}</style>${`<p>Lunch on Friday? <b class="x">SECRET</b></p>`.repeat(8000)}`;
  let turns = 0;
  const counting = setInterval(() => turns++, 0);
  await readAhead(html);
  clearInterval(counting);
  expect(turns).toBeGreaterThan(5);
  const ahead = visibleText(html);
  expect(visibleText(html)).toBe(ahead);
  // A different message, which is not cached.
  expect(visibleText(`${html} `).lines).toEqual(ahead.lines);
});
