import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { parseMessage } from "#/wire/mime/parse.ts";

async function signsOf(name: string) {
  const file = path.join(import.meta.dirname, "../../corpus", `${name}.eml`);
  return (await parseMessage(readFileSync(file))).signs;
}

const noSuchUser = { address: "ben@test.example", status: "5.1.1" };

test("a report of RFC 3464 names the failed recipients and the message", async () => {
  expect((await signsOf("bounce-of-rfc-3464-with-headers-and-envelope-id")).report).toEqual({
    messageId: "sent-1@test.example",
    envelopeId: "envelope+2B1",
    failed: [
      {
        address: "ben@test.example",
        status: "5.2.2",
        diagnostic: "552 5.2.2 <b.en@elsewhere.example>: Mailbox full",
      },
    ],
  });
  expect((await signsOf("bounce-keeps-report-and-original")).report).toEqual({
    messageId: "",
    envelopeId: "",
    failed: [{ ...noSuchUser, diagnostic: "" }],
  });
});

test.each([
  ["bounce-of-qmail", "550 5.1.1 no such user"],
  ["bounce-of-exim", "550 5.1.1 no such user"],
  ["bounce-of-old-exchange", "The e-mail account does not exist"],
])("%s is parsed, and the returned message is not part of it", async (name, words) => {
  const { report } = await signsOf(name);
  expect(report).toMatchObject({ messageId: "sent-1@test.example", failed: [noSuchUser] });
  expect(report?.failed).toHaveLength(1);
  expect(report?.failed[0]?.diagnostic).toContain(words);
});

test("text by a human is not a report", async () => {
  expect((await signsOf("bounce-words-of-a-user-are-no-report")).report).toBeUndefined();
  expect((await signsOf("plain-text-in-ascii")).report).toBeUndefined();
});

test("a receipt goes to the sender, not to lists or other addresses", async () => {
  expect((await signsOf("receipt-asked-for")).receipt).toEqual({
    to: "ann@test.example",
    originalRecipient: "rfc822;ben@test.example",
  });
  expect((await signsOf("receipt-requested-for-another-address")).receipt).toBeUndefined();
  expect((await signsOf("receipt-asked-for-by-a-list")).receipt).toBeUndefined();
});
