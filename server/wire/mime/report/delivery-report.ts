import { type Header, readHeader } from "#/wire/mime/header.ts";
import { parseMessageId, parseMessageIds } from "#/wire/mime/message-ids.ts";
import { contentOf, type Entity, leavesOf } from "#/wire/mime/tree.ts";
import { visibleLine } from "#/wire/mime/html/visible-line.ts";

/** A report that a message did not reach a recipient. */
export interface DeliveryReport {
  /** Identify the message: the returned Message-ID, and ENVID of RFC 3461; "" if absent. */
  messageId: string;
  envelopeId: string;
  failed: { address: string; status: string; diagnostic: string }[];
}

const addressesMax = 100;
const wordsMax = 500;
const textMax = 200_000;

/** Parses a report of RFC 3464, or the own formats of qmail, Exim and old Exchange. */
export function readDeliveryReport(
  source: Buffer,
  root: Entity,
  text: string,
): DeliveryReport | undefined {
  const leaves = leavesOf(root);
  const status = leaves.find(({ type }) => /^message\/(?:global-)?delivery-status$/.test(type));
  const report = status
    ? readStatus(source, status)
    : isFromServer(root.header)
      ? readOwnWords(root.header, text.slice(0, textMax))
      : undefined;
  if (report === undefined || report.failed.length === 0) return undefined;
  const failed = report.failed.slice(0, addressesMax).map((one) => ({
    address: clean(one.address),
    status: clean(one.status),
    diagnostic: clean(one.diagnostic),
  }));
  const messageId = returnedId(source, leaves) || report.messageId;
  return { messageId, envelopeId: clean(report.envelopeId), failed };
}

/** Parses groups of fields: the first is about the message, each other one about a recipient (RFC 3464, 2.1). */
function readStatus(source: Buffer, leaf: Entity): DeliveryReport {
  const groups = contentOf(source, leaf)
    .subarray(0, textMax)
    .toString("utf8")
    .split(/(?:\r?\n){2,}/)
    .map((group) => fieldsOf(group));
  const failed = groups.flatMap((fields) => {
    if (fields.get("action")?.toLowerCase() !== "failed") return [];
    const address = typed(fields.get("original-recipient")) || typed(fields.get("final-recipient"));
    if (address === "") return [];
    const diagnostic = typed(fields.get("diagnostic-code"));
    return [{ address, status: fields.get("status")?.split(" ")[0] ?? "", diagnostic }];
  });
  const envelopeId = groups[0]?.get("original-envelope-id") ?? "";
  return { messageId: "", envelopeId, failed };
}

function fieldsOf(group: string): Map<string, string> {
  const { header } = readHeader(Buffer.from(`${group.trim()}\r\n\r\n`), 0, group.length + 4, never);
  return new Map(header.fields.map(({ name, value }) => [name, value.trim()]));
}

function never(): boolean {
  return false;
}

/** Returns the value after the type, as in `rfc822; ann@example.org`. */
function typed(field = ""): string {
  return (/^[^;]*;(.*)$/s.exec(field)?.[1] ?? field).trim().replace(/^<(.*)>$/, "$1");
}

/** Returns the Message-ID in the header that the report returns. */
function returnedId(source: Buffer, leaves: Entity[]): string {
  const leaf = leaves.find(({ type }) =>
    /^(?:message\/(?:rfc822|global|global-headers)|text\/rfc822-headers)$/.test(type),
  );
  if (leaf === undefined) return "";
  const content = contentOf(source, leaf);
  const { header } = readHeader(content, 0, content.length, never);
  return parseMessageId(header.get("message-id"));
}

/**
 * Returns true if the sender is a mail server: texts about failures are read only from senders that are not people (RFC 5321,
 * 4.5.5).
 */
function isFromServer(header: Header): boolean {
  if (header.get("return-path").trim() === "<>" || header.get("x-failed-recipients") !== "") {
    return true;
  }
  return /mailer-daemon@|postmaster@|microsoftexchange[0-9a-f]{16,}@|mail delivery (?:sub)?system/i.test(
    header.get("from"),
  );
}

function readOwnWords(header: Header, text: string): DeliveryReport {
  const messageId =
    parseMessageIds(/^message-id:\s*(<[^<>\s]+>)/im.exec(text)?.[1] ?? "")[0] ??
    parseMessageIds(header.get("in-reply-to"))[0] ??
    "";
  return { messageId, envelopeId: "", failed: failedIn(header, text) };
}

function failedIn(header: Header, text: string): DeliveryReport["failed"] {
  // The server's own text, without the returned message.
  const [body = ""] = text.split(
    /^--.*(?:copy of|original|returned) (?:of )?(?:the |your )?message/im,
  );
  const diagnosed = (address: string, diagnostic: string) => ({
    address,
    status: /\b([45]\.\d{1,3}\.\d{1,3})\b/.exec(diagnostic)?.[1] ?? "",
    diagnostic,
  });
  // qmail: "<ann@example.org>:", and the reason in the lines below.
  const qmail = [...body.matchAll(/^<([^<>\s]+@[^<>\s@]+)>:[ \t]*\r?\n((?:[^\r\n]+\r?\n?)+)/gm)];
  if (qmail.length > 0) return qmail.map(([, address = "", why = ""]) => diagnosed(address, why));
  // Exchange: "'ann@example.org' on 2/3/2026 10:20 AM", and the reason in the lines below.
  const exchange = [
    ...body.matchAll(
      /^[ \t]*['"<]?([^\s'"<>]+@[^\s'"<>@]+)['">]? on [^\r\n\u2028\u2029]*\r?\n((?:[ \t]*[^\s][^\r\n]*\r?\n?)+)/gm,
    ),
  ];
  if (exchange.length > 0)
    return exchange.map(([, address = "", why = ""]) => diagnosed(address, why));
  // Exim: a header field has the addresses, and the text has the reason of each, indented below it.
  return header
    .get("x-failed-recipients")
    .split(",")
    .map((address) => address.trim())
    .filter((address) => address.includes("@"))
    .map((address) => {
      const at = body.indexOf(`  ${address}`);
      const why = at < 0 ? "" : (body.slice(at + address.length + 2).split(/\r?\n\r?\n/)[0] ?? "");
      return diagnosed(address, why);
    });
}

function clean(text: string): string {
  return visibleLine(text.replaceAll(/\s+/g, " ").trim()).slice(0, wordsMax);
}
