import { limits } from "@inlet/contract/limits.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cpuTimeMs } from "#/testing/cpu-time.ts";
import type { Outline, OutlinePart } from "../imap/remote.ts";
import { htmlToText } from "./html/html-text.ts";
import { parseMessage, parseOutline } from "./parse.ts";
import { remoteImagesOf } from "./html/remote-images.ts";

const head = "From: a@test.example\r\nMIME-Version: 1.0\r\n";
const mixed = (boundary: string) => `Content-Type: multipart/mixed; boundary="${boundary}"\r\n\r\n`;

async function parse(text: string) {
  const started = cpuTimeMs();
  const parsed = await parseMessage(Buffer.from(text, "utf8"));
  // Far above the time of any of them, far below that of super-linear work.
  expect(cpuTimeMs() - started).toBeLessThan(4000);
  return parsed;
}

describe("a hostile message", () => {
  it("with 10,000 nested multiparts is cut at the depth limit", async () => {
    const nested = Array.from(
      { length: 10_000 },
      (_, level) => `${mixed(`b${level}`)}--b${level}\r\n`,
    );
    const { notice } = await parse(`${head}${nested.join("")}\r\nbottom`);
    expect(notice).toMatch(/too complicated/);
  });

  it("with two million empty parts is cut at the part limit", async () => {
    const parsed = await parse(`${head}${mixed("x")}${"--x\r\n\r\n".repeat(2_000_000)}`);
    expect(parsed.notice).toMatch(/too complicated/);
  });

  it.each([
    ["whole delimiters", "\r\n"],
    ["delimiters with one dash", "-\r\n"],
  ])(
    "with a million lines of dashes inside 60 multiparts with %s is read in time",
    async (_name, end) => {
      const nested = Array.from({ length: 60 }, (_, level) => {
        const number = String(level).padStart(3, "0");
        return `${mixed(`boundary-number-${number}`)}--boundary-number-${number}${end}`;
      });
      const parsed = await parse(`${head}${nested.join("")}\r\n${"--\n".repeat(1_000_000)}`);
      expect(parsed.notice).toMatch(/too complicated/);
    },
  );

  it("lists at most 500 attachments", async () => {
    const part = "--x\r\nContent-Type: application/pdf\r\n\r\nx\r\n";
    const { attachments, notice } = await parse(head + mixed("x") + part.repeat(600));
    expect(attachments.length).toBe(limits.attachmentsListed);
    expect(notice).toMatch(/too complicated/);
  });

  it("with endless header fields has as many as allowed, and its body is found", async () => {
    const { text, notice } = await parse(`${head}${"X-A: b\r\n".repeat(300_000)}\r\nbody`);
    expect([text, notice]).toEqual(["body", expect.stringMatching(/too large/)]);
    const folded = await parse(`Subject: a\r\n${" b\r\n".repeat(300_000)}\r\nbody`);
    expect(folded.subject.length).toBeLessThan(limits.headerFieldBytes);
    expect(folded.text).toBe("body");
  });

  it("with a million addresses has as many as allowed", async () => {
    const { to } = await parse(`To: ${"a@b.c,".repeat(16_000)}\r\n\r\n`);
    expect(to.length).toBe(limits.addressesPerField);
  });

  const fields: [string, string][] = [
    ["open parentheses", "(".repeat(90_000)],
    ["open quotes", '"a'.repeat(40_000)],
    ["open brackets", "<a@".repeat(30_000)],
    ["nested groups", "a:".repeat(40_000)],
    ["encoded words", "=?utf-8?q?a?= ".repeat(7000)],
    ["starts of encoded words", "=?a?b?".repeat(15_000)],
    ["parameter pieces", Array.from({ length: 8000 }, (_, n) => `;a*${n}=b`).join("")],
    ["semicolons", ";".repeat(90_000)],
    ["blanks", `a${" ".repeat(90_000)}b`],
    ["dashes", "-".repeat(90_000)],
    ["quotes around a charset", `text/plain; charset=x${"'".repeat(90_000)}x`],
    ["blanks behind a charset", `text/plain; charset=x${" ".repeat(90_000)}x`],
  ];
  it.each(fields)("with a field full of %s is read in time", async (_name, value) => {
    for (const name of [
      "To",
      "Subject",
      "Content-Type",
      "Content-Disposition",
      "Date",
      "References",
    ]) {
      await parse(`${head}${name}: ${value}\r\n\r\nbody`);
    }
  });

  it("with a header of a hundred million bytes is cut at its limit", async () => {
    const fields = Buffer.alloc(100_000_000, `X-Field: ${"b".repeat(89)}\r\n`);
    const { notice } = await parseMessage(Buffer.concat([fields, Buffer.from("\r\nbody")]));
    expect(notice).toMatch(/too large/);
  });

  const folded: [string, string][] = [
    ["addresses", "a@b.c,\r\n "],
    ["encoded words", "=?utf-8?q?a?=\r\n "],
    ["parameter pieces", ";a*1=b\r\n "],
    ["groups", "a:\r\n "],
  ];
  it.each(folded)("with a million %s in one field is read in time", async (_name, piece) => {
    for (const name of ["To", "Subject", "Content-Type"]) {
      const { text } = await parse(`${name}: ${piece.repeat(1_000_000)}x\r\n\r\nbody`);
      expect(text).toBe("body");
    }
  });

  it("with an image of fifty million bytes inside its HTML is cut and shown", async () => {
    const picture = `<p>before</p><img src="data:image/png;base64,${"A".repeat(50_000_000)}">`;
    const { html, preview, notice } = await parse(
      `${head}Content-Type: text/html\r\n\r\n${picture}`,
    );
    expect(html.length).toBe(limits.htmlBytes);
    expect([preview, notice]).toEqual(["before", expect.stringMatching(/too large/)]);
  });

  it("with five million carriage returns as line ends is read in time", async () => {
    const { text } = await parse(`${head}\r\n${"\r".repeat(5_000_000)}x`);
    expect(text?.replaceAll("\n", "")).toBe("x");
  });

  it.each([
    ["dashes", "-".repeat(190_000)],
    ["at signs", `<${"@".repeat(190_000)}`],
    ["half addresses", `'${"a@".repeat(90_000)} on `],
    ["blanks", `message-id:${" ".repeat(190_000)}`],
    ["lines", "<a@b>:\n".repeat(27_000)],
  ])("that claims to be a bounce and is full of %s is read in time", async (_name, text) => {
    await parse(`From: Mail Delivery System <mailer-daemon@x>\r\n\r\n${text}`);
  });

  it("with a line of ten million bytes, or of dashes, is read in time", async () => {
    await parse(`${head}\r\n${"x".repeat(10_000_000)}`);
    await parse(head + mixed("x") + "--".repeat(2_000_000) + "\r\n--y".repeat(500_000));
  });

  it("cuts text and HTML to their limits and reports it", async () => {
    const { text, notice } = await parse(`${head}\r\n${"word ".repeat(1_200_000)}`);
    expect(text.length).toBe(limits.textBytes);
    expect(notice).toMatch(/too large/);
    const html = await parse(
      `${head}Content-Type: text/html\r\n\r\n${"<div>".repeat(100_000)}deep${"a".repeat(3_000_000)}`,
    );
    expect(html.html.length).toBe(limits.htmlBytes);
  });

  it("cannot hide markup in the plain parts of an HTML message", async () => {
    const { html } = await parse(
      `${head}${mixed("x")}--x\r\n\r\n<script>"&\r\n--x\r\nContent-Type: text/html\r\n\r\n<p>a</p>\r\n--x--`,
    );
    expect(html).toContain("&lt;script&gt;&quot;&amp;");
    expect(html).not.toContain("<script");
  });

  it("never throws, for any bytes", async () => {
    const pieces = fc.constantFrom(
      ...[
        [
          "Content-Type: ",
          "multipart/mixed",
          "; boundary=x",
          "\r\n",
          "\n",
          "--x",
          "--x--",
          "\r\n\r\n",
        ],
        [
          "text/html",
          "; charset=",
          "utf-16",
          "iso-2022-jp",
          "=?utf-8?b?",
          "?=",
          "Subject: ",
          "To: ",
          "<",
          ">",
        ],
        [
          "Content-Transfer-Encoding: base64\r\n",
          "quoted-printable",
          "=",
          "=3",
          "message/rfc822",
          '"',
          "(",
        ],
        ["\0", "\u00ff", ":", ";", ",", "@", "name*0*=", "utf-8''%f", "begin 644 x\r\n", " ", "\t"],
      ].flat(),
    );
    const text = fc
      .array(pieces, { maxLength: 60 })
      .map((list) => Buffer.from(list.join(""), "latin1"));
    const bytes = fc.uint8Array({ maxLength: 300 }).map((list) => Buffer.from(list));
    await fc.assert(
      fc.asyncProperty(fc.oneof(text, bytes), async (source) => {
        const parsed = await parseMessage(source);
        expect(parsed.preview.length).toBeLessThanOrEqual(2 * limits.listPreviewLength);
      }),
      { numRuns: 500 },
    );
  });
});

describe("a message with only its outline fetched", () => {
  const part: OutlinePart = {
    part: "1",
    type: "text/plain",
    parameters: { charset: "utf-8" },
    encoding: "quoted-printable",
    sizeBytes: 9,
    contentId: "",
    disposition: "",
    filename: "",
    content: Buffer.from("Gr=C3=BC=C3=9Fe"),
  };
  const outline: Outline = {
    uid: 1,
    flags: [],
    internalDate: 0,
    sizeBytes: 60_000_000,
    modseq: "",
    providerId: "",
    providerThreadId: "",
    header: Buffer.from("Subject: =?utf-8?q?Gro=C3=9F?=\r\nFrom: a@test.example\r\n\r\n"),
    parts: [
      { ...part, part: "1.1" },
      { ...part, part: "1.2", type: "text/html", content: Buffer.from("<p>Gr=C3=BC=C3=9Fe</p>") },
      {
        ...part,
        part: "2",
        type: "application/zip",
        encoding: "base64",
        sizeBytes: 78_000,
        filename: "../=?utf-8?q?=C3=BC?=.zip",
        content: null,
      },
    ],
  };

  it("shows header and texts, and lists attachments without content", async () => {
    expect(await parseOutline(outline)).toMatchObject({
      subject: "Groß",
      from: [{ address: "a@test.example" }],
      text: "Grüße",
      html: "<p>Grüße</p>",
      notice: expect.stringMatching(/very large/),
      attachments: [
        { part: "2", filename: "ü.zip", type: "application/zip", sizeBytes: 57_000, content: null },
      ],
    });
  });

  it("is parsed even if the server's structure is useless", async () => {
    const { subject, text, attachments } = await parseOutline({ ...outline, parts: [] });
    expect([subject, text, attachments]).toEqual(["Groß", "", []]);
  });
});

it("parses character references with more digits than any number has", async () => {
  const zeros = "0".repeat(400);
  const digits = `&#x${zeros}41;b&#${zeros}65;c&#x${"f".repeat(400)};`;
  const { text, html } = await parse(
    `${head}Content-Type: text/html\r\n\r\n<p title="${digits}">a${digits}</p>`,
  );
  expect([text, html.includes(digits)]).toEqual(["a\uFFFDb\uFFFDc\uFFFD", true]);
});

it("parses HTML with unclosed tags in time, with its text and images to the end", () => {
  const open = [
    ["<b>"],
    ["<b></x>"],
    ["<svg>"],
    ["<p><i>"],
    ["<td><table>"],
    ["<style></style><u>"],
  ];
  for (const [tag = ""] of open) {
    const count = Math.floor(limits.htmlBytes / tag.length) - 20;
    const html = `${tag.repeat(count)}</b></i><s>deep</s><img src=//a.example/b>`;
    const started = cpuTimeMs();
    if (tag !== "<svg>") expect(htmlToText(html)).toBe("deep");
    expect(remoteImagesOf(html)).toEqual(["//a.example/b"]);
    expect(cpuTimeMs() - started, tag).toBeLessThan(8000);
  }
});

it("keeps the text of hidden-looking HTML and none of its scripts", () => {
  const html =
    "a<style>b</style><p>c&lt;d</p><noscript>e</noscript><td>f</td><td>g</td><!-- h --><br>i";
  expect(htmlToText(html)).toBe("a\nc<d\nf g\ni");
});
