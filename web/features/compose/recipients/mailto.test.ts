import { expect, test } from "vitest";
import { draftOfMailto } from "#/features/compose/recipients/mailto.ts";

test("fills in the fields that the link names", () => {
  const url =
    "mailto:ann%40example.com,ben@example.com?cc=c+d@example.com&Subject=Hello%20there&body=One%0D%0ATwo";
  expect(draftOfMailto(url)).toMatchObject({
    to: "ann@example.com,ben@example.com",
    cc: "c+d@example.com",
    hasCc: true,
    hasBcc: false,
    subject: "Hello there",
    content: "One\r\nTwo",
  });
});

test("shows every recipient that a link adds, and ignores other headers", () => {
  const draft = draftOfMailto(
    "mailto:?to=a@example.com&bcc=b@example.com&attach=/etc/passwd&in-reply-to=x",
  );
  expect(draft).toMatchObject({
    to: "a@example.com",
    bcc: "b@example.com",
    hasBcc: true,
    inReplyTo: null,
  });
});

test("removes line breaks from single-line fields", () => {
  expect(draftOfMailto("mailto:a@example.com?subject=x%0d%0aBcc:%20b@example.com").subject).toBe(
    "x Bcc: b@example.com",
  );
  expect(draftOfMailto("mailto:%E0%A4%A").to).toBe("%E0%A4%A");
});
