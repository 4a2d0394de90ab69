import { describe, expect, it } from "vitest";
import { z } from "zod";
import { api } from "./api.ts";

const ends = ["\r\n", "\n", "\r", "\r\n\r\n", "\r\n.\r\n", "\n.\n", "\0", "\0\r\n"];
const orders = [
  "RCPT TO:<evil@x.org>",
  "x1 DELETE Victim",
  "Bcc: evil@x.org",
  "Set-Cookie: a=b",
  "",
];
/** Forty ways to end a line and continue with something else. */
const payloads = ends.flatMap((end) => orders.map((order) => `a${end}${order}`));

/** Texts that may have several lines. They refuse NUL too. */
const texts = new Set([
  "content",
  "html",
  "signature",
  "note",
  "notes",
  "bio",
  "context",
  "asked",
  "text",
  "body",
]);

type Leaf = [place: string, schema: z.ZodType];

/** Returns every schema of a text in an input, at any depth. */
function textsOf(schema: unknown, place: string): Leaf[] {
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([name, inner]) =>
      textsOf(inner, `${place}.${name}`),
    );
  }
  if (schema instanceof z.ZodArray) return textsOf(schema.element, `${place}[]`);
  if (schema instanceof z.ZodRecord) {
    return [...textsOf(schema.keyType, `${place}{}`), ...textsOf(schema.valueType, `${place}{}`)];
  }
  if (schema instanceof z.ZodUnion)
    return schema.options.flatMap((option) => textsOf(option, place));
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodExactOptional
  ) {
    return textsOf(schema.unwrap(), place);
  }
  if (schema instanceof z.ZodPipe) return textsOf(schema.in, place);
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat)
    return [[place, schema]];
  const isShort = [z.ZodEnum, z.ZodLiteral, z.ZodBoolean, z.ZodNumber, z.ZodNull].some(
    (kind) => schema instanceof kind,
  );
  if (!isShort) throw new Error(`${place} is of a kind that this test does not know.`);
  return [];
}

const leaves = Object.entries(api).flatMap(([name, { input }]) => textsOf(input, name));

describe("a text that a caller sends", () => {
  it("is found at every depth of the input", () => {
    const places = leaves.map(([place]) => place);
    expect(places.length).toBeGreaterThan(100);
    expect(places).toEqual(
      expect.arrayContaining([
        "POST /email/bulk.change.labels[]",
        "POST /email/bulk.change.labels.add[]",
        "POST /email/bulk.matching.query",
        "POST /email/send.to[]",
        "POST /email/send.inline{}",
        "PUT /email/drafts/{id}.attachments[].filename",
        "POST /email/imports.filename",
        "POST /imap/doctor.imap_host",
        "POST /imap/oauth/finish.query",
        "PATCH /imap/{id}.imap_fingerprint",
        "PUT /senders/blocked/{address}.address",
        "PUT /identities/{id}.name",
      ]),
    );
  });

  it("is one line, in every field", () => {
    expect(payloads).toHaveLength(40);
    const passed = leaves.flatMap(([place, schema]) => {
      const isText = texts.has(place.split(".").at(-1) ?? "");
      const refused = payloads.filter((payload) => !isText || payload.includes("\0"));
      return refused
        .filter((payload) => schema.safeParse(payload).success)
        .map((payload) => [place, payload]);
    });
    expect(passed).toEqual([]);
  });

  it("is never an object, list, number or boolean, in any field", () => {
    const others = [{ path: "/etc/passwd" }, { href: "http://127.0.0.1/" }, ["a"], 1, true];
    const passed = leaves.flatMap(([place, schema]) =>
      others.filter((value) => schema.safeParse(value).success).map((value) => [place, value]),
    );
    expect(passed).toEqual([]);
  });
});
