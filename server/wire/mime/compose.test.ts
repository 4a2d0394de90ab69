import { describe, expect, it } from "vitest";
import { BadDraft, composeMessage, type Draft } from "./compose.ts";
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
  it("says the same when it is read again", async () => {
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

  it("keeps hidden recipients in the envelope alone", async () => {
    const { raw, envelope } = await composeMessage(draft);
    expect(envelope).toEqual({
      from: "ann@test.example",
      to: ["jane@test.example", "carl@xn--bcher-kva.example", "bcc@hidden.example"],
    });
    expect(raw.toString()).not.toMatch(/bcc|hidden/i);
  });

  it("carries HTML beside the text", async () => {
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
  it.each(fields)("when its %s breaks out of the line", async (_name, change) => {
    for (const value of evil) {
      await expect(composeMessage({ ...draft, ...change(value) })).rejects.toThrow(BadDraft);
    }
  });

  it("when an object stands where a text belongs, which could name a file or an address", async () => {
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
