import { expect, test } from "vitest";
import { forwardedOf, quoteOf } from "#/features/compose/editor/quote.ts";
import { fullDate } from "#/lib/dates.ts";

const mail = {
  emailDate: "2026-11-20T10:00:00Z",
  fromName: ["Anna Berg"],
  fromAddress: ["anna@x.org"],
  toAddress: ["owen@x.org"],
  subject: "Ropes",
  bodyPlain: "Hello\r\n\r\n> earlier\r\nBye\r\n\r\n",
};
const when = fullDate(mail.emailDate);

test("quotes a message with its author, and nests quotes without a space", () => {
  expect(quoteOf(mail)).toBe(`On ${when}, Anna Berg wrote:\n> Hello\n>\n>> earlier\n> Bye`);
});

test("forwards a message with its header", () => {
  expect(forwardedOf(mail).split("\n")).toEqual([
    "---------- Forwarded message ----------",
    "From: Anna Berg <anna@x.org>",
    `Date: ${when}`,
    "Subject: Ropes",
    "To: owen@x.org",
    "",
    "Hello",
    "",
    "> earlier",
    "Bye",
  ]);
});

test("truncates a very long quote", () => {
  const bodyPlain = "line\n".repeat(100_000);
  expect(quoteOf({ ...mail, bodyPlain }).split("\n")).toHaveLength(2001);
});
