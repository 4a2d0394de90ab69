import { expect, test } from "vitest";
import { fileNameOf } from "#/features/reader/save-source.ts";

test.each([
  ["Rope and paint", "Rope and paint.eml"],
  ["Re: a/b\\c", "Re a b c.eml"],
  ["../../etc/passwd", "etc passwd.eml"],
  ["invoice\u202Efdp.exe", "invoice fdp.exe.eml"],
  ["", "email.eml"],
  ["…".repeat(300), `${"…".repeat(100)}.eml`],
])("saves a message with subject %j as %j", (subject, name) => {
  expect(fileNameOf(subject)).toBe(name);
});
