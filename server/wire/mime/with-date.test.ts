import { expect, test } from "vitest";
import { withNewDate } from "./with-date.ts";

test("changes the date and no other byte", () => {
  const source = (date: string) =>
    Buffer.from(
      `Subject: H\u00e4?\r\nDate: ${date}\r\nTo: b@x.org\r\n\r\nDate: none\r\n`,
      "latin1",
    );
  const before = source("Sat, 21 Nov 2026 08:00:00 +0000");
  const after = source("Mon, 23 Nov 2026 07:30:01 +0000");
  expect(withNewDate(before, Date.UTC(2026, 10, 23, 7, 30, 1))).toEqual(after);
  expect(withNewDate(Buffer.alloc(0), 0)).toHaveLength(0);
});
