import { decodeCharset } from "./charset.ts";
import { unflow } from "./flowed.ts";
import { contentOf, type Entity } from "./tree.ts";

export interface LeafText {
  text: string;
  isCharsetKnown: boolean;
}

/** The text of a text part, with plain line feeds. */
export function textOf(source: Buffer, leaf: Entity): LeafText {
  return readText(contentOf(source, leaf), leaf);
}

/** The same from bytes that are already decoded. */
export function readText(
  content: Uint8Array,
  { type, parameters }: { type: string; parameters: Map<string, string> },
): LeafText {
  const charset = parameters.get("charset") || (type === "text/html" ? charsetOfHtml(content) : "");
  const decoded = decodeCharset(content, charset);
  const text = decoded.text.replace(/\r+\n?/g, (run) =>
    run.endsWith("\n") ? "\n" : "\n".repeat(run.length),
  );
  const isFlowed = type === "text/plain" && parameters.get("format")?.toLowerCase() === "flowed";
  const isDelSp = parameters.get("delsp")?.toLowerCase() === "yes";
  return { text: isFlowed ? unflow(text, isDelSp) : text, isCharsetKnown: decoded.isKnown };
}

/** What the page says of itself when the mail does not. */
function charsetOfHtml(content: Uint8Array): string {
  const head = Buffer.from(content.subarray(0, 2048)).toString("latin1");
  return /<meta[^>]{1,200}charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(head)?.[1] ?? "";
}
