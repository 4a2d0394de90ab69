import { decodeCharset } from "./charset/charset.ts";
import { unflow } from "./flowed.ts";
import { contentOf, type Entity } from "./tree.ts";

export interface LeafText {
  text: string;
  isCharsetKnown: boolean;
}

/** Returns the text of a text part, with plain line feeds. */
export function textOf(source: Buffer, leaf: Entity): LeafText {
  return readText(contentOf(source, leaf), leaf);
}

/** Returns the text of bytes that are already decoded. */
export function readText(
  content: Uint8Array,
  { type, parameters }: { type: string; parameters: Map<string, string> },
): LeafText {
  const charset = parameters.get("charset") || (type === "text/html" ? charsetOfHtml(content) : "");
  const decoded = decodeCharset(content, charset);
  const text = withLineFeeds(decoded.text);
  const isFlowed = type === "text/plain" && parameters.get("format")?.toLowerCase() === "flowed";
  const isDelSp = parameters.get("delsp")?.toLowerCase() === "yes";
  return { text: isFlowed ? unflow(text, isDelSp) : text, isCharsetKnown: decoded.isKnown };
}

/**
 * Returns the text with line feeds only. Carriage returns before a line feed belong to it; others are line ends of old Macs. A
 * regular expression could overflow the stack on millions of carriage returns.
 */
function withLineFeeds(text: string): string {
  if (!text.includes("\r")) return text;
  const lines = text.split("\n");
  const last = lines.pop() ?? "";
  const ended = lines.map((line) => {
    let end = line.length;
    while (line[end - 1] === "\r") end -= 1;
    return line.slice(0, end);
  });
  return [...ended, last].join("\n").replaceAll("\r", "\n");
}

/** Returns the charset that the page declares, for messages without one. */
function charsetOfHtml(content: Uint8Array): string {
  const head = Buffer.from(content.subarray(0, 2048)).toString("latin1");
  return /<meta[^>]{1,200}charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(head)?.[1] ?? "";
}
