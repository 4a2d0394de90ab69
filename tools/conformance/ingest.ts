import { createHash } from "node:crypto";
import type { ParsedMessage } from "../../server/wire/mime/parsed.ts";
import { parseMessage } from "../../server/wire/mime/parse.ts";
import { readText } from "../../server/wire/mime/leaf-text.ts";
import {
  contentOf,
  type Entity,
  isMultipart,
  leavesOf,
  readTree,
} from "../../server/wire/mime/tree.ts";

/** A leaf part of a message as the product parses it; `text` is only set for text parts. */
interface Leaf {
  type: string;
  text: string | null;
  bytes: number;
  sha256: string;
  /** SHA-256 of the content without carriage returns, which does not depend on the line ends. */
  lineFreeSha256: string;
}

/** The structure of a message: its types only. */
export interface TypeTree {
  type: string;
  children: TypeTree[];
}

/** A message as parsed by the product's ingest code. */
export interface Ingested {
  message: ParsedMessage;
  /** In order; an attached message is one leaf. */
  leaves: Leaf[];
  /** The same, with each attached message replaced by its leaves. */
  innerLeaves: Leaf[];
  tree: TypeTree;
}

export async function ingest(source: Buffer): Promise<Ingested> {
  const message = await parseMessage(source);
  const { root } = readTree(source);
  return {
    message,
    leaves: leavesOf(root).map((entity) => describe(source, entity)),
    innerLeaves: innerLeavesOf(root).map((entity) => describe(source, entity)),
    tree: treeOf(root),
  };
}

/** Returns the report's line for a message. */
export function reportLine(file: string, ms: number, ingested: Ingested) {
  const { message, tree } = ingested;
  return {
    file,
    ok: true,
    ms: Math.round(ms),
    subject: message.subject,
    from: message.from,
    to: message.to,
    cc: message.cc,
    date: message.sentDate === null ? null : new Date(message.sentDate).toISOString(),
    messageId: message.messageId,
    inReplyTo: message.inReplyTo,
    references: message.references,
    text: message.text,
    html: message.html,
    attachments: message.attachments.map((file_) => ({
      filename: file_.filename,
      type: file_.type,
      bytes: file_.sizeBytes,
      sha256: file_.content ? sha256(file_.content) : null,
      cid: file_.contentId,
      inline: file_.isInline,
    })),
    tree,
  };
}

export function sha256(content: Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

function describe(source: Buffer, entity: Entity): Leaf {
  const content = contentOf(source, entity);
  // Flowed lines stay as received, because the corpora do not join them.
  const parameters = new Map([...entity.parameters].filter(([name]) => name !== "format"));
  const isText = entity.type.startsWith("text/");
  return {
    type: entity.type,
    text: isText ? readText(content, { type: entity.type, parameters }).text : null,
    bytes: content.length,
    sha256: sha256(content),
    lineFreeSha256: sha256(Buffer.from(content.toString("latin1").replace(/\r/g, ""), "latin1")),
  };
}

function innerLeavesOf(entity: Entity): Entity[] {
  if (entity.message) return innerLeavesOf(entity.message);
  return isMultipart(entity) ? entity.children.flatMap(innerLeavesOf) : [entity];
}

function treeOf(entity: Entity): TypeTree {
  const children = entity.message ? [entity.message] : entity.children;
  return { type: entity.type, children: children.map(treeOf) };
}
