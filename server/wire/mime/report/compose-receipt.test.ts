import { expect, test } from "vitest";
import { BadDraft } from "#/wire/mime/compose.ts";
import { composeReceipt } from "./compose-receipt.ts";
import { parseMessage } from "#/wire/mime/parse.ts";
import { contentOf, leavesOf, readTree } from "#/wire/mime/tree.ts";

const receipt = {
  from: "ben@test.example",
  request: { to: "ann@test.example", originalRecipient: "rfc822;ben@test.example" },
  subject: "Größe\r\nBcc: evil@test.example",
  answers: "asked@test.example",
  messageId: "receipt@test.example",
  date: Date.UTC(2026, 2, 2),
};

test("a receipt is a report of RFC 8098 to the requested address, with an empty sender", async () => {
  const { raw, envelope } = await composeReceipt(receipt);
  expect(envelope).toEqual({ from: "", to: ["ann@test.example"] });
  const { root } = readTree(raw);
  expect([root.type, root.parameters.get("report-type")]).toEqual([
    "multipart/report",
    "disposition-notification",
  ]);
  const [words, fields] = leavesOf(root);
  expect([words?.type, fields?.type]).toEqual(["text/plain", "message/disposition-notification"]);
  expect(fields && contentOf(raw, fields).toString().trim().split("\r\n")).toEqual([
    "Reporting-UA: Inlet",
    "Original-Recipient: rfc822;ben@test.example",
    "Final-Recipient: rfc822;ben@test.example",
    "Original-Message-ID: <asked@test.example>",
    "Disposition: manual-action/MDN-sent-manually; displayed",
  ]);
  expect(root.header.get("auto-submitted")).toBe("auto-replied");
  const parsed = await parseMessage(raw);
  expect(parsed).toMatchObject({
    subject: "Read: Größe Bcc: evil@test.example",
    inReplyTo: "asked@test.example",
    bcc: [],
    sentDate: receipt.date,
  });
});

test("a receipt cannot break out of a header field, with any content of the original", async () => {
  const to = "ann@test.example>\r\nRCPT TO:<x@y.z";
  await expect(composeReceipt({ ...receipt, request: { ...receipt.request, to } })).rejects.toThrow(
    BadDraft,
  );
  const { raw } = await composeReceipt({
    ...receipt,
    answers: "a>\r\nBcc: <evil@test.example",
    request: { ...receipt.request, originalRecipient: "x\r\nBcc: evil@test.example" },
  });
  expect(raw.toString()).not.toMatch(/^Bcc:/im);
});
