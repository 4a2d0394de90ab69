import { escapeHtml } from "#/features/compose/editor/rich-html.ts";

/** The line before a signature that mail clients recognize (RFC 3676, section 4.3). */
const mark = "-- ";

/** Returns the text with the signature below it, in place of the previous one; "" removes it. An edited signature stays. */
export function withSignature(text: string, before: string, next: string): string {
  const block = blockOf(next);
  const old = blockOf(before);
  const at = placeOf(old, text);
  if (at >= 0) return text.slice(0, at) + block + text.slice(at + old.length);
  // A user who edited or deleted it does not want another one.
  if (old || !block || placeOf(block, text) >= 0) return text;
  return text + block;
}

/** Does the same for rich text. */
export function withHtmlSignature(html: string, before: string, next: string): string {
  const block = htmlBlockOf(next);
  const old = htmlBlockOf(before);
  if (old && html.includes(old)) {
    const at = html.lastIndexOf(old);
    return html.slice(0, at) + block + html.slice(at + old.length);
  }
  if (old || !block || html.includes(block)) return html;
  return html + block;
}

/** Returns the user's text without the signature. */
export function withoutSignature(text: string, signature: string): string {
  const block = blockOf(signature);
  const at = placeOf(block, text);
  return at < 0 ? text : text.slice(0, at) + text.slice(at + block.length);
}

/** Returns the position of the block in whole lines; -1 if it is missing. */
function placeOf(block: string, text: string): number {
  if (!block) return -1;
  const at = text.lastIndexOf(block);
  return /^(\n|$)/.test(text.slice(at + block.length)) ? at : -1;
}

function blockOf(signature: string): string {
  const lines = signature.trimEnd();
  return lines && `\n\n${mark}\n${lines}`;
}

function htmlBlockOf(signature: string): string {
  const lines = signature.trimEnd();
  return lines && `<p>${[mark, ...lines.split("\n")].map(escapeHtml).join("<br>")}</p>`;
}
