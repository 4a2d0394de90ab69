const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Escapes text for use between tags, as browsers serialize it. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>]/g, (char) => escapes[char] ?? char);
}

/** Returns plain text as rich text: a blank line ends a paragraph, a line break is kept. */
export function htmlOfText(text: string): string {
  const paragraphs = text
    .replaceAll("\r\n", "\n")
    .trimEnd()
    .split(/\n{2,}/);
  return paragraphs
    .map((lines) => `<p>${lines.split("\n").map(escapeHtml).join("<br>")}</p>`)
    .join("");
}

/** Reports whether rich text contains anything that plain text cannot express. */
export function hasFormatting(html: string): boolean {
  return /<(?!\/?(p|br)\b)/i.test(html);
}
