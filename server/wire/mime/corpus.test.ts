import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { simpleParser } from "mailparser";
import { describe, expect, it } from "vitest";
import { parseMessage } from "./parse.ts";
import type { ParsedMessage } from "./parsed.ts";

const dir = path.join(import.meta.dirname, "../corpus");

function source(name: string): Buffer {
  return readFileSync(path.join(dir, `${name}.eml`));
}

async function read(name: string): Promise<ParsedMessage> {
  return parseMessage(source(name));
}

function listed({ attachments }: ParsedMessage) {
  return attachments.map(({ part, filename, type }) => `${part} ${type} ${filename}`.trim());
}

describe("text", () => {
  const texts: [string, string][] = [
    ["plain-text-in-ascii", "Hello Ben,\n\nsee you at noon.\n-- \nAnn\n"],
    [
      "quoted-printable-utf-8",
      "Grüße aus München, eine sehr lange Zeile, die weich umbrochen wird.\nMalformed =ZZ and ",
    ],
    ["base64-utf-8-with-line-noise", "Þetta er íslenska: ævintýri\n"],
    ["iso-8859-1-eight-bit", "Café à la crème\n"],
    ["windows-1251-base64", "Привет, как дела?"],
    ["koi8-r-quoted-printable", "Доброе утро\n"],
    ["iso-2022-jp-seven-bit", "会議は明日です。\n"],
    ["iso-2022-jp-words-side-by-side", "会議会議\n"],
    ["gb18030-base64", "你好，世界𠮷"],
    ["utf-7-body", "Hi Mom ☺-! A≢Α. 1 + 1\n"],
    ["unknown-charset-falls-back-to-utf-8", "naïve façade\n"],
    ["unlabelled-eight-bit-is-windows-1252", "“smart quotes” cost 5€\n"],
    [
      "format-flowed-with-delsp",
      "This is one paragraph that was wrapped.\n> quoted text\n>not a quote\n-- \nAnn\n",
    ],
    ["alternative-shows-html-and-searches-text", "plain words"],
    ["html-only-yields-text", "Preheader\n\nFirst line & more\n\nSecond"],
    ["no-header-at-all", "Just some words\nwithout any header: none.\n"],
    ["empty", ""],
    [
      "header-without-empty-line-before-the-body",
      "This line is the body already\nand so is this\n",
    ],
    ["multipart-cut-off-in-the-middle", "complete"],
    ["multipart-cut-off-inside-its-boundary", "complete\n--bound"],
    ["inner-multipart-never-closed", "one\ntwo"],
    ["multipart-without-boundary-parameter", "--x\n\nstill readable\n--x--\n"],
    ["forwarded-inline-text-attachment-stays-an-attachment", "body\nfooter"],
    ["bounce-keeps-report-and-original", "Your mail was not delivered."],
    [
      "base64-label-on-words-that-are-not",
      "Dear Ben, this was decoded on its way, as was Zoë's.\n",
    ],
    ["base64-with-a-footer-behind-its-end", "Grüße!\n"],
    [
      "base64-with-a-footer-and-no-padding",
      "Viele Grüße aus dem schönen Köln, bis bald!".repeat(3),
    ],
    ["base64-joined-from-two-texts", "one four more"],
    ["content-transfer-encoding-in-quotes", "über\n"],
    ["utf-16-whose-line-ends-were-converted", "Größe\nin zwei Zeilen\n"],
    ["iso-2022-kr-seven-bit", "안녕하세요, Ben\n"],
    ["hz-gb-2312-seven-bit", "Ben, 你好 50~ ok\n"],
    ["multipart-whose-type-is-written-twice", "one"],
    ["multipart-without-subtype", "one"],
    ["digest-parts-are-messages", "three"],
    ["boundary-that-begins-like-another", "one\ntwo"],
    ["outer-boundary-ends-inner-parts", "one\ntwo"],
    ["first-of-two-content-types-counts", "one"],
    ["boundary-of-an-ended-multipart-is-text", `one\ntwo\n--${"long".repeat(20)}x\nthree`],
    ["line-in-a-header-that-is-no-field-is-shown", "One line of text\n"],
    ["one-dash-behind-a-boundary-before-more", "one\nthree\nfour\n"],
    ["comments-among-the-parameters", "one\ncafé"],
  ];
  it.each(texts)("%s", async (name, expected) => {
    expect((await read(name)).text).toBe(expected);
  });

  it("is the same with bare line feeds", async () => {
    const { text, html, subject } = await read("line-feeds-only");
    expect([text, html, subject]).toEqual([
      "one\ntwo",
      '<div style="white-space: pre-wrap">one</div>\n<p>two</p>',
      "Unix",
    ]);
    for (const file of readdirSync(dir)) {
      const crlf = readFileSync(path.join(dir, file));
      const lf = Buffer.from(crlf.toString("latin1").replaceAll("\r\n", "\n"), "latin1");
      const [one, other] = await Promise.all([parseMessage(crlf), parseMessage(lf)]);
      const essence = ({ attachments: files, ...rest }: ParsedMessage) => ({
        ...rest,
        files: files.map(({ part, filename, type }) => [part, filename, type]),
      });
      expect(essence(other), file).toEqual(essence(one));
    }
  });

  it("counts remote images in HTML and previews its visible text", async () => {
    const { remoteImages, preview } = await read("html-only-yields-text");
    expect(remoteImages).toBe(3);
    expect(preview).toBe("Preheader First line & more Second");
    expect((await read("preheader-padding-is-no-preview")).preview).toBe("Big sale today");
  });
});

describe("attachments", () => {
  const lists: [string, string[]][] = [
    [
      "related-inline-image-and-attachment",
      ["1.2 image/png logo.png", "2 application/pdf report.pdf"],
    ],
    ["attached-message-is-an-attachment", ["2 message/rfc822 old mail.eml"]],
    [
      "file-name-in-rfc-2231-pieces",
      ["1 application/octet-stream price in €.txt", "2 application/octet-stream über.bin"],
    ],
    ["winmail-dat-is-an-attachment", ["2 application/ms-tnef winmail.dat"]],
    ["invitation-lists-its-calendar", ["1.3 text/calendar", "2 application/ics invite.ics"]],
    ["bounce-keeps-report-and-original", ["2 message/delivery-status", "3 message/rfc822"]],
    ["pgp-signed", ["2 application/pgp-signature signature.asc"]],
    ["smime-signed", ["2 application/pkcs7-signature smime.p7s"]],
    ["smime-encrypted", ["1 application/pkcs7-mime smime.p7m"]],
    ["multipart-cut-off-in-the-middle", ["2 application/pdf half.pdf"]],
    ["forwarded-inline-text-attachment-stays-an-attachment", ["2 text/plain notes.txt"]],
    ["digest-parts-are-messages", ["1 message/rfc822", "2 message/rfc822"]],
    ["outer-boundary-ends-inner-parts", ["2 application/pdf"]],
    ["last-boundary-with-one-dash-only", ["2 application/pdf"]],
    ["first-of-two-content-types-counts", ["2 application/pdf a.pdf"]],
    ["one-dash-behind-a-boundary-before-more", ["2 application/pdf a.pdf"]],
    ["inner-header-ends-at-its-own-boundary", ["1.2 application/pdf a.pdf"]],
    ["file-name-of-a-disposition-without-a-kind", ["1 application/pdf a.pdf"]],
    ["comments-among-the-parameters", ["3 application/pdf plan (2).pdf"]],
    [
      "parentheses-without-quotes",
      [
        "2 application/pdf Rechnung(1).pdf",
        "3 application/pdf plan (2).pdf",
        "4 application/pdf plan (3).pdf",
      ],
    ],
  ];
  it.each(lists)("%s", async (name, expected) => {
    expect(listed(await read(name))).toEqual(expected);
  });

  it("have their decoded bytes, their id, and a mark if they belong into the text", async () => {
    const [image, pdf] = (await read("related-inline-image-and-attachment")).attachments;
    expect(image).toMatchObject({ contentId: "logo@test", isInline: true, sizeBytes: 12 });
    expect(pdf).toMatchObject({ contentId: "", isInline: false });
    expect(Buffer.from(pdf?.content ?? []).toString()).toBe("%PDF-");
    const [cat] = (await read("uuencoded-part")).attachments;
    expect(Buffer.from(cat?.content ?? []).toString()).toBe("Cat");
    const [mail] = (await read("attached-message-is-an-attachment")).attachments;
    expect(Buffer.from(mail?.content ?? []).toString()).toMatch(/^Subject: Old mail[^]*--y--\r\n$/);
  });

  it("have names without paths, control characters or direction marks, at most 255 bytes long", async () => {
    const names = (await read("evil-file-names")).attachments.map(({ filename }) => filename);
    expect(names).toEqual([
      "passwd",
      "virus.exe",
      "gpj.exe",
      "a X-Evil_ b.txt",
      `${"ü".repeat(125)}.pdf`,
      "",
    ]);
  });
});

describe("header fields", () => {
  it("decode encoded words, and drop the space between adjacent ones", async () => {
    const subject = "Grüße und Küsse end =?utf-8?q?broken";
    expect((await read("encoded-words-of-every-kind")).subject).toBe(subject);
    expect((await read("encoded-word-cut-inside-a-character")).subject).toBe("こんにちは");
    expect((await read("iso-2022-jp-seven-bit")).subject).toBe("会議のお知らせ");
    expect((await read("iso-2022-jp-words-side-by-side")).subject).toBe("会議会議");
    expect((await read("windows-1251-base64")).subject).toBe("Привет");
    expect((await read("unlabelled-eight-bit-is-windows-1252")).subject).toBe("café");
    const tagged = await read("subject-tag-glued-to-an-encoded-word");
    expect(tagged.subject).toBe("[SPAM?] Grüße vom Café");
  });

  it("name a sender that is only in a comment", async () => {
    const { from } = await read("sender-in-a-comment-alone");
    expect(from).toEqual([{ name: "Cron Daemon", address: "" }]);
  });

  it("parse groups, comments, routes and invalid addresses of broken clients", async () => {
    const { cc, bcc, replyTo, inReplyTo, references, sentDate, messageId } = await read(
      "groups-comments-and-routes-in-addresses",
    );
    expect(cc).toEqual([
      { name: "Doe, Jane", address: "jane@test.example" },
      { name: "the other", address: "bob@test.example" },
    ]);
    expect(bcc).toEqual([
      { name: "", address: "carl@test.example" },
      { name: "Dora D.", address: "dora@test.example" },
      { name: "Émile", address: "emile@test.example" },
      { name: "", address: '"quoted local"@test.example' },
      { name: "", address: "eva@test.example" },
      { name: "", address: "root" },
      { name: "Fred Fox", address: "fred@test.example" },
    ]);
    expect(replyTo).toEqual([{ name: "", address: "list@test.example" }]);
    expect(inReplyTo).toBe("parent@test.example");
    expect(references).toEqual(["a@test.example", "b@test.example", "parent@test.example"]);
    expect(sentDate).toBe(Date.UTC(2026, 2, 2, 9, 20, 30));
    expect(messageId).toBe("groups-comments-and-routes-in-addresses@test.example");
  });
});

describe("ids", () => {
  it("must be in angle brackets where a field names other messages", async () => {
    const { messageId, inReplyTo, references } = await read("ids-that-name-no-message");
    expect({ messageId, inReplyTo, references }).toEqual({
      messageId: "",
      inReplyTo: "",
      references: ["a@test.example"],
    });
  });

  it("may lack brackets around the message's own id", async () => {
    expect((await read("own-id-without-brackets")).messageId).toBe("bare@test.example");
  });
});

describe("the notice", () => {
  const notices: [string, RegExp][] = [
    ["pgp-signed", /signed with PGP/],
    ["pgp-encrypted", /encrypted with PGP/],
    ["smime-signed", /signed with S\/MIME/],
    ["smime-encrypted", /encrypted with S\/MIME/],
    ["unknown-charset-falls-back-to-utf-8", /unknown character set/],
    ["empty", /empty/],
    ["plain-text-in-ascii", /^$/],
  ];
  it.each(notices)("for %s is %s", async (name, expected) => {
    expect((await read(name)).notice).toMatch(expected);
  });
});

it("matches mailparser in subject, sender, text and attachments of well-formed mail", async () => {
  const wellFormed = [
    [
      "plain-text-in-ascii",
      "iso-8859-1-eight-bit",
      "windows-1251-base64",
      "koi8-r-quoted-printable",
    ],
    ["iso-2022-jp-seven-bit", "gb18030-base64", "alternative-shows-html-and-searches-text"],
    ["related-inline-image-and-attachment", "winmail-dat-is-an-attachment", "smime-signed"],
  ].flat();
  for (const name of wellFormed) {
    const ours = await read(name);
    const theirs = await simpleParser(source(name), {
      skipHtmlToText: true,
      skipTextToHtml: true,
      skipTextLinks: true,
      skipImageLinks: true,
    });
    expect(ours.subject, name).toBe(theirs.subject);
    expect(ours.from[0]?.address, name).toBe(theirs.from?.value[0]?.address);
    if (theirs.text) expect(ours.text.trim(), name).toBe(theirs.text.trim());
    const contents = theirs.attachments.map(({ content }) => content.toString("base64"));
    const own = ours.attachments.map(({ content }) =>
      Buffer.from(content ?? []).toString("base64"),
    );
    expect(own, name).toEqual(contents);
  }
});
