import { simpleParser } from "mailparser";
import { describe, expect, it } from "vitest";
import { BadDraft, composeMessage, type Draft } from "./compose.ts";
import { cleanFileName } from "./file-name.ts";
import { parseMessage } from "./parse.ts";

const draft: Draft = {
  from: { name: "Ann Ünlü", address: "ann@test.example" },
  to: [{ name: "Doe, Jane", address: "jane@test.example" }],
  cc: [{ name: "", address: "carl@bücher.example" }],
  bcc: [{ name: "Secret", address: "bcc@hidden.example" }],
  subject:
    "Grüße 你好 — a rather long subject that has to be folded over more than one line of header",
  text: "Hallo,\n\n.\nFrom here on\nÜber",
  messageId: "fixed-id@test.example",
  inReplyTo: "parent@test.example",
  references: ["root@test.example", "parent@test.example"],
  date: Date.UTC(2026, 0, 2, 3, 4, 5),
  attachments: [
    { filename: "prüfung €.pdf", type: "application/pdf", content: Buffer.from("%PDF-") },
    { filename: "../x.txt", type: "text/plain", content: Buffer.from("x") },
  ],
};

describe("a composed message", () => {
  it("has the same content when parsed", async () => {
    const { raw } = await composeMessage(draft);
    const parsed = await parseMessage(raw);
    expect(parsed).toMatchObject({
      from: [draft.from],
      to: draft.to,
      cc: [{ name: "", address: "carl@xn--bcher-kva.example" }],
      bcc: [],
      subject: draft.subject,
      messageId: draft.messageId,
      inReplyTo: draft.inReplyTo,
      references: draft.references,
      sentDate: draft.date,
      notice: "",
    });
    expect(parsed.text.trimEnd()).toBe(draft.text);
    expect(parsed.attachments.map(({ filename, type }) => [filename, type])).toEqual([
      ["prüfung €.pdf", "application/pdf"],
      ["x.txt", "text/plain"],
    ]);
    expect(raw.toString("latin1")).not.toMatch(/[^\r]\n|[\x80-\xff]/);
  });

  it("has Bcc recipients only in the envelope", async () => {
    const { raw, envelope } = await composeMessage(draft);
    expect(envelope).toEqual({
      from: "ann@test.example",
      to: ["jane@test.example", "carl@xn--bcher-kva.example", "bcc@hidden.example"],
    });
    expect(raw.toString()).not.toMatch(/bcc|hidden/i);
  });

  it("contains HTML beside the text", async () => {
    const { raw } = await composeMessage({ ...draft, attachments: [], html: "<p>Über</p>" });
    expect(await parseMessage(raw)).toMatchObject({ html: "<p>Über</p>", remoteImages: 0 });
  });
});

describe("a draft is refused", () => {
  const evil = ["a\r\nBcc: x@y.z", "a\nX: y", "a\rb", "a\0b"];
  const fields: [string, (value: string) => Partial<Draft>][] = [
    ["subject", (subject) => ({ subject })],
    ["sender's name", (name) => ({ from: { name, address: "a@b.c" } })],
    ["sender's address", (text) => ({ from: { name: "", address: `${text}@b.c` } })],
    ["recipient's name", (name) => ({ to: [{ name, address: "a@b.c" }] })],
    ["recipient's address", (text) => ({ cc: [{ name: "", address: `a@${text}` }] })],
    ["hidden recipient", (text) => ({ bcc: [{ name: "", address: text }] })],
    ["message id", (messageId) => ({ messageId })],
    ["reply", (inReplyTo) => ({ inReplyTo })],
    ["reference", (text) => ({ references: [text] })],
    [
      "file name",
      (filename) => ({ attachments: [{ filename, type: "a/b", content: Buffer.of() }] }),
    ],
    ["media type", (type) => ({ attachments: [{ filename: "a", type, content: Buffer.of() }] })],
  ];
  it.each(fields)("if its %s contains a line break", async (_name, change) => {
    for (const value of evil) {
      await expect(composeMessage({ ...draft, ...change(value) })).rejects.toThrow(BadDraft);
    }
  });

  it("when an object is in place of a text, which could name a file or an address", async () => {
    const objects: unknown[] = [
      { path: "/etc/passwd" },
      { href: "http://127.0.0.1/" },
      { raw: "x" },
      { content: "x" },
    ];
    for (const object of objects) {
      for (const field of ["subject", "text", "html", "messageId"] as const) {
        const forged: Draft = { ...draft };
        Reflect.set(forged, field, object);
        await expect(composeMessage(forged)).rejects.toThrow(BadDraft);
      }
    }
  });
});

/** Parses the message with another parser, of the kind that Thunderbird, Gmail and others use. */
async function readWithOtherParser(raw: Buffer) {
  return simpleParser(raw, { skipTextToHtml: true, skipImageLinks: true, keepCidLinks: true });
}

describe("a composed message, parsed by another parser too,", () => {
  const people = ({ value }: { value: { name: string; address?: string | undefined }[] }) =>
    value.map(({ name, address = "" }) => ({ name, address }));

  it("has the same addresses, subject, ids and date", async () => {
    const { raw } = await composeMessage(draft);
    const other = await readWithOtherParser(raw);
    expect(people(other.from ?? { value: [] })).toEqual([draft.from]);
    expect([other.to ?? []].flat().flatMap(people)).toEqual(draft.to);
    expect(other).toMatchObject({
      subject: draft.subject,
      messageId: `<${draft.messageId}>`,
      inReplyTo: `<${draft.inReplyTo}>`,
      references: draft.references?.map((id) => `<${id}>`),
      date: new Date(draft.date),
    });
  });

  const evilNames = [
    "prüfung €.pdf",
    'a"b\\c;d=e.txt',
    "日本語のとても長いファイル名".repeat(6) + ".docx",
    "x".repeat(200) + ".txt",
    "=?utf-8?q?fake?=.txt",
    "semi;colon, comma (paren).txt",
    "%41.txt",
    "'quoted'.txt",
    " .hidden",
    "no extension",
    "emoji 🦊.png",
  ];
  it.each(evilNames)("has the file %s under its name", async (filename) => {
    const content = Buffer.from("text");
    const file = { filename, type: "application/octet-stream", content };
    const { raw } = await composeMessage({ ...draft, attachments: [file] });
    const here = await parseMessage(raw);
    const other = await readWithOtherParser(raw);
    const clean = cleanFileName(filename);
    expect(here.attachments.map((each) => each.filename)).toEqual([clean]);
    expect(other.attachments.map((each) => each.filename)).toEqual([clean]);
    expect(other.attachments[0]?.content).toEqual(content);
    expect(raw.toString("latin1")).not.toMatch(/[^\r\n]{999}|[\x80-\xff]/);
  });

  it("has its text, with any line length and characters", async () => {
    const text = [
      "A line of more than eighty letters, which has to be broken somewhere before it is sent.",
      ` ${"indented ".repeat(20).trim()}`,
      "> quoted",
      "From the beginning",
      ".",
      "日本語".repeat(400),
      "x".repeat(2000),
      "tab\there",
      "-- ",
      "Ann",
    ].join("\n");
    const { raw } = await composeMessage({ ...draft, text, attachments: [] });
    expect((await parseMessage(raw)).text.trimEnd()).toBe(text);
    expect(raw.toString("latin1")).not.toMatch(/[^\r\n]{999}|[\x80-\xff]/);
    const other = await readWithOtherParser(raw);
    expect(other.text?.trimEnd()).toBe(text);
  });

  it("has its images inside the HTML and lists the other files", async () => {
    const png = Buffer.from("89504e470d0a1a0a", "hex");
    const { raw } = await composeMessage({
      ...draft,
      html: '<p>Über <img src="cid:pic@x"></p>',
      attachments: [
        { filename: "p.png", type: "image/png", content: png, cid: "pic@x" },
        { filename: "a.txt", type: "text/plain", content: Buffer.from("a") },
        { filename: "empty", type: "application/octet-stream", content: Buffer.alloc(0) },
      ],
    });
    const here = await parseMessage(raw);
    expect(here.html).toBe('<p>Über <img src="cid:pic@x"></p>');
    expect(here.attachments.map((file) => [file.filename, file.isInline, file.sizeBytes])).toEqual([
      ["p.png", true, 8],
      ["a.txt", false, 1],
      ["empty", false, 0],
    ]);
    const other = await readWithOtherParser(raw);
    expect(other.html).toContain('<img src="cid:pic@x">');
    expect(other.attachments.map((file) => [file.filename, file.related === true])).toEqual([
      ["p.png", true],
      ["a.txt", false],
      ["empty", false],
    ]);
    const outline = raw.toString().match(/multipart\/\w+/g);
    expect(outline).toEqual(["multipart/mixed", "multipart/alternative", "multipart/related"]);
  });

  it("attaches a message as a file, with any bytes", async () => {
    const eml = (text: string) => ({
      filename: "mail.eml",
      type: "message/rfc822",
      content: Buffer.from(`Subject: x\r\n\r\n${text}\r\n`),
    });
    for (const file of [eml("plain"), eml("grüße"), eml("x".repeat(3000))]) {
      const { raw } = await composeMessage({ ...draft, attachments: [file] });
      const here = await parseMessage(raw);
      expect(Buffer.from(here.attachments[0]?.content ?? []).toString()).toBe(
        file.content.toString(),
      );
      expect(raw.toString("latin1")).not.toMatch(/[^\r\n]{999}|[\x80-\xff]/);
    }
  });

  it("writes to internationalized addresses", async () => {
    const to = [{ name: "用户", address: "用户@例子.example" }];
    const { raw, envelope } = await composeMessage({ ...draft, to, cc: [], bcc: [] });
    expect(envelope.to).toEqual(["用户@xn--fsqu00a.example"]);
    expect((await parseMessage(raw)).to).toEqual(to);
  });

  it("requests a receipt", async () => {
    const receiptTo = { name: "", address: "ann@test.example" };
    const { raw } = await composeMessage({ ...draft, receiptTo });
    expect(raw.toString()).toContain("Disposition-Notification-To: ann@test.example\r\n");
  });
});
