import type { Charset } from "./charsets.ts";
import type { Letter } from "./conversation.ts";
import { nameFor } from "./conversation.ts";
import { escapeHtml } from "./html.ts";
import {
  type Encoding,
  headerAddress,
  headerDate,
  headerText,
  multipart,
  type Part,
  type Person,
  textPart,
  wholeMessage,
} from "./mime.ts";
import { type Random, seededRandom } from "./random.ts";
import type { Writer } from "./words.ts";

/** The mail client and format that a correspondent uses. */
interface Habit {
  program: string;
  charset: Charset;
  encoding: Encoding;
  shape: "plain" | "flowed" | "alternative" | "html";
}

/** Encodes a message; files, if given, are attached after the text. */
export function renderMessage(random: Random, letter: Letter, files: readonly Part[] = []): Buffer {
  const habit = habitOf(letter.from, letter.language);
  const headers = [
    ...receivedLines(random, letter),
    `Date: ${headerDate(letter.date)}`,
    `From: ${headerAddress(letter.from, habit.charset)}`,
    `To: ${addressList(letter.to, habit.charset)}`,
    ...(letter.cc.length ? [`Cc: ${addressList(letter.cc, habit.charset)}`] : []),
    `Subject: ${headerText(letter.subject, habit.charset)}`,
    `Message-ID: <${letter.messageId}>`,
    ...threadHeaders(letter.references),
    `User-Agent: ${habit.program}`,
  ];
  const text = bodyPart(random, letter, habit);
  const whole = files.length ? multipart("mixed", boundary(random), [text, ...files]) : text;
  return wholeMessage(headers, whole);
}

export function addressList(people: readonly Person[], charset: Charset = "utf-8"): string {
  return people.map((person) => headerAddress(person, charset)).join(",\n ");
}

export function boundary(random: Random): string {
  return `=_${random.bytes(12).toString("hex")}`;
}

function threadHeaders(references: readonly string[]): string[] {
  const parent = references.at(-1);
  if (parent === undefined) return [];
  const ids = references.map((id) => `<${id}>`);
  return [`In-Reply-To: <${parent}>`, `References: ${ids.join("\n ")}`];
}

function receivedLines(random: Random, letter: Letter): string[] {
  const from = letter.from.address.split("@")[1] ?? "example.com";
  const by = letter.to[0]?.address.split("@")[1] ?? "example.org";
  const date = headerDate(letter.date + 4000);
  return [
    `Return-Path: <${letter.from.address}>`,
    `Received: from mx.${from} (mx.${from} [192.0.2.${random.int(2, 250)}])\n by mail.${by} with ESMTPS; ${date}`,
  ];
}

const charsets: Readonly<Record<string, readonly Charset[]>> = {
  ru: ["windows-1251", "koi8-r", "utf-8"],
  ja: ["iso-2022-jp", "utf-8"],
  zh: ["gb18030", "utf-8"],
  ar: ["utf-8", "windows-1256"],
  he: ["windows-1255"],
  de: ["utf-8", "iso-8859-1"],
  fr: ["utf-8", "iso-8859-1"],
  es: ["utf-8", "iso-8859-1"],
};

// A person uses one mail client, so the habit depends on the address instead of the message.
function habitOf(person: Writer, language: string): Habit {
  const random = seededRandom(`habit ${person.address} ${language}`);
  const isOwner = person.language === "*";
  const spoken: readonly Charset[] = isOwner ? ["utf-8"] : (charsets[language] ?? ["utf-8"]);
  const charset = random.pick(spoken);
  const shape = isOwner
    ? "alternative"
    : random.pick(["plain", "plain", "flowed", "alternative", "alternative", "html"] as const);
  const encoding =
    charset === "iso-2022-jp"
      ? "7bit"
      : random.pick(
          charset === "utf-8"
            ? (["quoted-printable", "base64", "8bit"] as const)
            : (["quoted-printable", "base64", "8bit", "8bit"] as const),
        );
  const program = random.pick([
    "Thunder 128.4",
    "Postkarte 7.2",
    "Seabird Mail 16.0",
    "Mutter 2.2",
  ]);
  return { program, charset, encoding, shape };
}

function bodyPart(random: Random, letter: Letter, habit: Habit): Part {
  const { charset, encoding } = habit;
  const html = () => textPart(messageHtml(letter, charset), { charset, encoding, subtype: "html" });
  switch (habit.shape) {
    case "html":
      return html();
    case "alternative":
      return multipart("alternative", boundary(random), [
        textPart(messageText(letter), { charset, encoding }),
        html(),
      ]);
    case "flowed":
      return textPart(flow(messageText(letter)), {
        charset,
        encoding,
        parameters: "format=flowed",
      });
    case "plain":
      return textPart(messageText(letter), { charset, encoding });
  }
}

// The closing, the name, and the line of the signature after the separator of RFC 3676, 4.3.
function signature(letter: Letter): string[] {
  const name = nameFor(letter.from, letter.language);
  return letter.from.line
    ? [letter.closing, name, "", "-- ", letter.from.name, letter.from.line]
    : [letter.closing, name];
}

function messageText(letter: Letter): string {
  const own = [
    letter.greeting,
    "",
    ...letter.paragraphs.flatMap((paragraph) => [...wrap(paragraph), ""]),
    ...signature(letter),
  ];
  return `${[...own, ...quotation(letter)].join("\n")}\n`;
}

function quotation(letter: Letter): string[] {
  const { answers } = letter;
  if (!answers) return [];
  const quoted = messageText(answers.letter).trimEnd().split("\n").slice(0, 40);
  return [
    "",
    answers.intro,
    ...quoted.map((line) => (line.startsWith(">") ? `>${line}` : `> ${line}`)),
  ];
}

function wrap(paragraph: string): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of paragraph.split(" ")) {
    if (line && line.length + word.length + 1 > 72) {
      lines.push(line);
      line = word;
    } else line = line ? `${line} ${word}` : word;
  }
  return [...lines, line];
}

// RFC 3676: a continued line ends in a space; a line that starts with a space, or with ">" without being a quotation, is stuffed.
function flow(text: string): string {
  const lines = text.split("\n");
  return lines
    .map((line, at) => {
      const next = lines[at + 1] ?? "";
      const goesOn = line.length > 55 && next !== "" && !next.startsWith(">") && line !== "-- ";
      return goesOn && !line.startsWith(">") ? `${line} ` : line;
    })
    .join("\n");
}

function messageHtml(letter: Letter, charset: Charset): string {
  const isRightToLeft = letter.language === "ar" || letter.language === "he";
  const attributes = isRightToLeft ? ' dir="rtl"' : "";
  return [
    `<html><head><meta http-equiv="Content-Type" content="text/html; charset=${charset}"></head>`,
    `<body><div${attributes} style="font-size: 15px; line-height: 1.5">`,
    ...messageParagraphs(letter),
    "</div></body></html>\n",
  ].join("\n");
}

function messageParagraphs(letter: Letter, depth = 0): string[] {
  const own = [letter.greeting, ...letter.paragraphs].map((text) => `<p>${escapeHtml(text)}</p>`);
  const [closing = "", name = "", , , whole, line] = signature(letter);
  own.push(`<p>${escapeHtml(closing)}<br>${escapeHtml(name)}</p>`);
  if (whole && line) {
    own.push(
      `<p style="color:#667085;font-size:13px">--<br><b>${escapeHtml(whole)}</b><br>${escapeHtml(line)}</p>`,
    );
  }
  if (letter.answers && depth < 4) {
    own.push(
      `<div>${escapeHtml(letter.answers.intro)}</div>`,
      '<blockquote type="cite" style="margin:0 0 0 .8ex;border-left:2px solid #ccd2da;padding-left:1ex">',
      ...messageParagraphs(letter.answers.letter, depth + 1),
      "</blockquote>",
    );
  }
  return own;
}
