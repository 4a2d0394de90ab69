import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { readAddresses } from "../../server/wire/mime/addresses.ts";
import { parseDate } from "../../server/wire/mime/dates.ts";
import { decodeWords } from "../../server/wire/mime/charset/encoded-words.ts";
import { parseMessageId, parseMessageIds } from "../../server/wire/mime/message-ids.ts";
import { parseParameters } from "../../server/wire/mime/parameters.ts";
import { type Corpus, filesOf, readJson } from "./corpus.ts";
import { type Ingested, sha256 } from "./ingest.ts";
import {
  addressText,
  normalAddress,
  normalHeader,
  normalText,
  type Score,
  tally,
} from "./score.ts";

interface Field {
  Text?: string;
  Address?: AddressField;
  type?: string;
  subtype?: string | null;
  params?: Record<string, string>;
}
interface Addr {
  name: string | null;
  address: string | null;
}
interface AddressField {
  List?: Addr[];
  Group?: { name: string | null; addresses: Addr[] }[];
}
interface ExpectedPart {
  kind: string;
  headers: Record<string, Field[]>;
  text?: string;
  sha256?: string;
}
interface Expected {
  attachments: number[];
  parts: ExpectedPart[];
}

/** Scores 64 whole messages with five points each, both line endings, and single header values. */
export async function scoreStalwart(corpus: Corpus): Promise<Score[]> {
  const ordinary = tally(corpus.name, "messages, 5 points each", 0.92);
  const malformed = tally(corpus.name, "malformed messages", 0.8);
  const lineEnds = tally(corpus.name, "LF = CRLF", 1);
  for (const file of filesOf(path.join(corpus.dir, "eml"), /\.eml$/)) {
    const source = readFileSync(path.join(corpus.dir, "eml", file));
    const lf = Buffer.from(source.toString("latin1").replace(/\r/g, ""), "latin1");
    const crlf = Buffer.from(lf.toString("latin1").replace(/\n/g, "\r\n"), "latin1");
    const read = await corpus.ingest(file, lf);
    const readCrlf = await corpus.ingest(`${file} (CRLF)`, crlf);
    const into = file.startsWith("malformed") ? malformed : ordinary;
    const expected = readJson<Expected>(corpus.dir, "eml", file.replace(/eml$/, "norm.json"));
    scoreMessage(into, file, expected, read);
    lineEnds.count(
      read !== undefined &&
        readCrlf !== undefined &&
        isDeepStrictEqual(essence(read), essence(readCrlf)),
      () => `${file}: reads differently with CRLF`,
    );
  }
  return [
    ordinary.score,
    malformed.score,
    lineEnds.score,
    ...scoreFields(corpus),
    corpus.survived.score,
  ];
}

function scoreMessage(
  into: ReturnType<typeof tally>,
  file: string,
  expected: Expected,
  read: Ingested | undefined,
): void {
  const leaves = expected.parts.filter(({ kind }) => kind !== "Multipart");
  const root = expected.parts[0]?.headers ?? {};
  const compare = (what: string, want: unknown, got: unknown) =>
    into.count(
      read !== undefined && isDeepStrictEqual(want, got),
      () => `${file}: ${what}: expected ${brief(want)}, got ${brief(got)}`,
    );
  compare("leaf count", leaves.length, read?.leaves.length);
  compare(
    "leaf types",
    leaves.map(typeOf),
    read?.leaves.map(({ type }) => type),
  );
  compare(
    "subject, from, to",
    [
      normalHeader(root["subject"]?.at(-1)?.Text),
      addressText(addressesOf(root["from"]?.at(-1)?.Address)),
      addressText(addressesOf(root["to"]?.at(-1)?.Address)),
    ],
    read && [
      normalHeader(read.message.subject),
      addressText(read.message.from),
      addressText(read.message.to),
    ],
  );
  compare(
    "text parts",
    leaves
      .filter(({ kind }) => kind === "Text" || kind === "Html")
      .map(({ text = "" }) => normalText(text)),
    read?.leaves.filter(({ text }) => text !== null).map(({ text }) => normalText(text ?? "")),
  );
  const attached = expected.attachments.flatMap((at) => expected.parts[at] ?? []);
  compare(
    "attachments",
    attached
      .filter(({ sha256: sum }) => sum)
      .map((part) => `${nameOf(part)} ${part.sha256 ?? ""}`)
      .sort(),
    read?.message.attachments
      .filter(({ type }) => !type.startsWith("text/") && type !== "message/rfc822")
      .map(
        ({ filename, content }) => `${safeName(filename)} ${sha256(content ?? new Uint8Array())}`,
      )
      .sort(),
  );
}

function typeOf({ kind, headers }: ExpectedPart): string {
  const field = headers["content_type"]?.at(-1);
  if (field?.type && field.subtype) return `${field.type}/${field.subtype}`.toLowerCase();
  return kind === "Message" ? "message/rfc822" : kind === "Html" ? "text/html" : "text/plain";
}

function nameOf({ headers }: ExpectedPart): string {
  const name =
    headers["content_disposition"]?.at(-1)?.params?.["filename"] ??
    headers["content_type"]?.at(-1)?.params?.["name"];
  return safeName(name ?? "");
}

// The product sanitizes file names, so only letters and digits are compared.
function safeName(name: string): string {
  return name.normalize("NFC").replace(/[^\p{L}\p{N}]/gu, "");
}

function addressesOf(field: AddressField | undefined): Addr[] {
  return field?.List ?? field?.Group?.flatMap(({ addresses }) => addresses) ?? [];
}

function essence({ message, leaves }: Ingested) {
  return {
    subject: message.subject,
    from: message.from,
    to: message.to,
    ids: [message.messageId, message.inReplyTo, ...message.references],
    leaves: leaves.map(({ type, text, lineFreeSha256 }) => [
      type,
      text === null ? lineFreeSha256 : normalText(text),
    ]),
  };
}

function brief(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 400 ? `${text.slice(0, 400)}…` : text;
}

interface DateField {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  tz_before_gmt: boolean;
  tz_hour: number;
  tz_minute: number;
}
interface FieldCase<Expects> {
  header: string;
  expected: Expects;
}

function scoreFields({ dir, name }: Corpus): Score[] {
  const cases = <Expects>(file: string): FieldCase<Expects>[] =>
    existsSync(path.join(dir, "fields", file)) ? readJson(dir, "fields", file) : [];
  const score = <Expects>(
    file: string,
    what: string,
    pass: number,
    check: (value: string, expected: Expects) => readonly [unknown, unknown],
  ): Score => {
    const into = tally(name, what, pass);
    for (const { header, expected } of cases<Expects>(file)) {
      const [want, got] = check(unfold(header), expected);
      into.count(
        isDeepStrictEqual(want, got),
        () => `${JSON.stringify(header)}: expected ${brief(want)}, got ${brief(got)}`,
      );
    }
    return into.score;
  };
  return [
    score<AddressField | null>("address.json", "addresses", 0.9, (value, expected) => {
      const want = plainAddresses(addressesOf(expected ?? undefined));
      const got = plainAddresses(readAddresses(value));
      // The peer appends a comment to the name; the name alone is equally correct.
      const isSame = ({ name, address }: Addr, at: number) =>
        got[at]?.address === address &&
        (got[at]?.name === name || `${name}`.startsWith(`${got[at]?.name} (`));
      return want.length === got.length && want.every(isSame) ? [true, true] : [want, got];
    }),
    score<DateField | null>("date.json", "dates", 0.97, (value, expected) => [
      expected && timeOf(expected),
      parseDate(value),
    ]),
    score<{
      c_type: string;
      c_subtype: string | null;
      attributes: [string, string][] | null;
    } | null>("content_type.json", "content types", 0.9, (value, expected) => {
      const read = parseParameters(value);
      return [
        expected && [
          [expected.c_type, expected.c_subtype].filter(Boolean).join("/").toLowerCase(),
          (expected.attributes ?? []).map(([key, text]) => [key.toLowerCase(), text]),
        ],
        // A type without its first half is null; one without its second half keeps the first; an empty parameter counts as
        // absent.
        /^\/|^$/.test(read.value)
          ? null
          : [
              read.value.replace(/\s|\/$/g, ""),
              [...read.parameters].filter(([, text]) => text !== ""),
            ],
      ];
    }),
    score<string[] | string | null>("id.json", "ids", 1, (value, expected) => [
      [expected ?? []].flat().map((id) => id.replace(/\s/g, "")),
      idsOf(value).map((id) => id.replace(/\s/g, "")),
    ]),
    score<string | null>("unstructured.json", "unstructured text", 0.9, (value, expected) => [
      normalHeader(expected),
      normalHeader(decodeWords(value)),
    ]),
  ];
}

// Reads ids as the product does: a Message-ID may lack angle brackets, References must have them.
function idsOf(value: string): string[] {
  const ids = parseMessageIds(value);
  return ids.length > 0 ? ids : [parseMessageId(value)].filter(Boolean);
}

// A header ends at the first line that is not a continuation; the rest is another field.
function unfold(header: string): string {
  const lines = header.replace(/\r\n/g, "\n").split("\n");
  const end = lines.findIndex((line, at) => at > 0 && !/^[ \t]/.test(line));
  return lines
    .slice(0, end < 0 ? undefined : end)
    .join("")
    .trim();
}

function plainAddresses(list: readonly Addr[]): { name: string; address: string }[] {
  return list.map(({ name, address }) => ({
    name: normalHeader(name),
    address: normalAddress(address).replace(/\s/g, ""),
  }));
}

function timeOf(date: DateField): number {
  const offset = (date.tz_hour * 60 + date.tz_minute) * (date.tz_before_gmt ? -1 : 1);
  const local = Date.UTC(date.year, date.month - 1, date.day, date.hour, date.minute, date.second);
  return local - offset * 60_000;
}
