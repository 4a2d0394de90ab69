import { expect, test } from "vitest";
import { quoteOf, withQuote } from "#/features/compose/quote.ts";

const mail = { when: "Friday", who: "Anna Berg", text: "Hello\r\n\r\n> earlier\r\nBye\r\n\r\n" };

test("quotes a mail behind its author, deeper quotes without a gap", () => {
  expect(quoteOf(mail)).toBe("On Friday, Anna Berg wrote:\n> Hello\n>\n>> earlier\n> Bye");
});

test("puts the answer first", () => {
  expect(withQuote("  Fine.  \n", "> Hello")).toBe("Fine.\n\n> Hello\n");
});

test("does not repeat an endless mail", () => {
  const text = "line\n".repeat(100_000);
  expect(quoteOf({ ...mail, text }).split("\n")).toHaveLength(2001);
});
