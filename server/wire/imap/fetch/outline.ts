import type { MessageStructureObject } from "imapflow";
import { limits } from "@inlet/contract/limits.ts";
import { calendarBytes } from "#/wire/calendar/calendar.ts";
import type { Outline, OutlinePart, Scanned } from "#/wire/imap/remote.ts";

/** The longest possible encoding in base64 or quoted-printable. */
const largestText = limits.textBytes * 3;

/** Base64 adds a third. */
const largestEvent = 2 * calendarBytes;

/** Returns the leaves of the structure in order, at most as many as a message may have. */
export function flatParts(structure: MessageStructureObject): MessageStructureObject[] {
  const leaves: MessageStructureObject[] = [];
  const open = [structure];
  while (open.length > 0 && leaves.length < limits.mimeParts) {
    const node = open.shift();
    if (!node) break;
    // An attached message is one attachment; its own parts are not listed.
    if (node.childNodes && node.type.startsWith("multipart/")) open.unshift(...node.childNodes);
    else leaves.push(node);
  }
  return leaves;
}

/** Returns true if the server reported parts, each with a type: Exchange, Gmail and mail.ru sometimes do not. */
export function areReadable(parts: readonly MessageStructureObject[]): boolean {
  return parts.length > 0 && parts.every(({ type }) => /^[^\s/]+\/[^\s/]+$/.test(type));
}

/** Returns the parts worth fetching for reading and searching. */
export function textPartsOf(parts: MessageStructureObject[]): string[] {
  let left = largestText;
  return parts
    .filter((part) => {
      const isText = /^text\/(plain|html)$/i.test(part.type) && part.disposition !== "attachment";
      const isEvent = /^text\/calendar$/i.test(part.type) && (part.size ?? 0) <= largestEvent;
      if (!(isText || isEvent) || (part.size ?? 0) > left) return false;
      left -= part.size ?? 0;
      return true;
    })
    .map((part) => part.part ?? "1");
}

/** Converts the fetched data. */
export function readOutline(
  message: Scanned,
  header: Buffer | undefined,
  parts: MessageStructureObject[],
  texts: Map<string, Buffer> | undefined,
): Outline {
  return {
    ...message,
    header: header ?? Buffer.alloc(0),
    parts: parts.map((part) => toPart(part, texts)),
  };
}

function toPart(
  structure: MessageStructureObject,
  texts: Map<string, Buffer> | undefined,
): OutlinePart {
  const part = structure.part ?? "1";
  const { parameters = {}, dispositionParameters = {} } = structure;
  return {
    part,
    type: structure.type.toLowerCase(),
    parameters,
    encoding: (structure.encoding ?? "").toLowerCase(),
    sizeBytes: Math.max(0, structure.size ?? 0),
    contentId: (structure.id ?? "").trim().replace(/^<|>$/g, ""),
    disposition: (structure.disposition ?? "").toLowerCase(),
    filename: dispositionParameters["filename"] ?? parameters["name"] ?? "",
    content: texts?.get(part) ?? null,
  };
}
