import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { parseMessage } from "./parse.ts";

const corpus = path.join(import.meta.dirname, "../corpus");
const attachedIn = async (source: Buffer) => (await parseMessage(source)).attachedText;

test("files are indexed with the text that a user may search for", async () => {
  const text = await attachedIn(readFileSync(path.join(corpus, "files-with-words-in-them.eml")));
  expect(text?.split("\n").map((line) => line.trim())).toEqual([
    "The viaduct has forty arches.",
    "A culvert below.",
    "Visit of the lock-keeper",
    "Bring boots, and a lamp.",
    "No dogs.",
    "Weir Street",
    '"Okonkwo, Ada"',
    "ada@example.com",
    "Wasserwaage;Stück",
    "",
    "Quote for the aqueduct",
    "Rosa Lindqvist <rosa@example.net>",
    "ann@example.org",
    "The keystone costs extra.",
    "mortar;12",
  ]);
});

test("a message without files has no such text", async () => {
  expect(await attachedIn(Buffer.from("Subject: x\r\n\r\nHello\r\n"))).toBeUndefined();
});

function withFile(type: string, content: string): Buffer {
  return Buffer.from(
    [
      "Content-Type: multipart/mixed; boundary=outermost-line",
      "",
      "--outermost-line",
      "",
      "Words",
      "--outermost-line",
      `Content-Type: ${type}`,
      "Content-Disposition: attachment; filename=x",
      "",
      content,
      "--outermost-line--",
      "",
    ].join("\r\n"),
  );
}

test("long files, and many files, are cut to a limit", async () => {
  expect(await attachedIn(withFile("text/plain", "word ".repeat(500_000)))).toHaveLength(20_000);
  const messages = Array.from(
    { length: 200 },
    (_, n) =>
      `--inner-line\r\nContent-Type: message/rfc822\r\n\r\nSubject: number ${n}\r\n\r\n${"long ".repeat(50)}\r\n`,
  ).join("");
  const many = withFile(
    "message/rfc822",
    `Content-Type: multipart/mixed; boundary=inner-line\r\n\r\n${messages}--inner-line--`,
  );
  const text = (await attachedIn(many)) ?? "";
  expect(text).toContain("number 19");
  expect(text).not.toContain("number 20");
});

test("nested messages are read to a realistic depth", async () => {
  const depth = 30;
  const inner = Array.from(
    { length: depth },
    (_, n) => `Subject: level${n}\r\nContent-Type: message/rfc822\r\n\r\n`,
  ).join("");
  const text =
    (await attachedIn(withFile("message/rfc822", `${inner}Subject: end\r\n\r\nend`))) ?? "";
  expect(text).toContain("level0");
  expect(text).not.toContain("level9");
});

test("a calendar full of attacks yields little text, quickly", async () => {
  const lines = [
    `SUMMARY;X="${":".repeat(60_000)}`,
    `ATTENDEE;CN=${";CN=".repeat(20_000)}:mailto:`,
    `DESCRIPTION:${"\\n".repeat(60_000)}`,
  ];
  const text = await attachedIn(withFile("text/calendar", lines.join("\r\n")));
  expect((text ?? "").length).toBeLessThanOrEqual(20_000);
});
