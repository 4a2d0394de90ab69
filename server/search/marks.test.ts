import { expect, test } from "vitest";
import { marksOf } from "./marks.ts";

test("a mark of a person fits into an index, whatever their name is made of", () => {
  const nothing = { text: "", html: "", attachments: [], bcc: [], signs: {}, isInvite: false };
  // Each letter of Gothic takes four bytes.
  const name = Array.from({ length: 40 }, () => "\u{10330}".repeat(40)).join(" ");
  const marks = marksOf({ ...nothing, cc: [{ name, address: "ann@example.org" }] });
  expect(marks).toHaveLength(1);
  for (const mark of marks) expect(Buffer.byteLength(mark)).toBeLessThan(2100);
});
