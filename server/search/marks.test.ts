import { expect, test } from "vitest";
import { marksOf } from "./marks.ts";

test("the mark of a correspondent fits into an index, with any characters in the name", () => {
  const nothing = { text: "", html: "", attachments: [], bcc: [], signs: {}, isInvite: false };
  // Each Gothic letter takes four bytes.
  const name = Array.from({ length: 40 }, () => "\u{10330}".repeat(40)).join(" ");
  const marks = marksOf({ ...nothing, cc: [{ name, address: "ann@example.org" }] });
  expect(marks).toHaveLength(1);
  for (const mark of marks) expect(Buffer.byteLength(mark)).toBeLessThan(2100);
});
