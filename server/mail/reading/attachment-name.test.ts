import { expect, test } from "vitest";
import { attachmentName } from "./attachment-name.ts";

test("gives each nameless part of a report its own name", () => {
  const names = ["message/delivery-status", "message/rfc822", "text/rfc822-headers"].map((type) =>
    attachmentName({ filename: "", type }),
  );
  expect(names).toEqual([
    "delivery report.txt",
    "original mail.eml",
    "header of the original mail.txt",
  ]);
  expect(attachmentName({ filename: "", type: "Message/Delivery-Status" })).toBe(
    "delivery report.txt",
  );
});

test('keeps the sender\'s name for a file, and calls unnamed files "attachment"', () => {
  expect(attachmentName({ filename: "a.eml", type: "message/rfc822" })).toBe("a.eml");
  expect(attachmentName({ filename: "", type: "application/x-strange" })).toBe("attachment");
});
