const protocols = new Set(["http:", "https:", "mailto:"]);

/** The address a link may lead to, or null. Only the web and mail; decided by the URL parser, not by looks. */
export function safeLink(address: string): string | null {
  const trimmed = address.trim();
  // Without a scheme the address would be read against the frame's own.
  const text = trimmed.startsWith("//") ? `https:${trimmed}` : trimmed;
  if (text.length > 8192 || !URL.canParse(text)) return null;
  const url = new URL(text);
  return protocols.has(url.protocol) ? url.href : null;
}

/** Makes an element a link that opens in a new tab and sends no referrer. */
export function makeLink(link: Element, href: string): void {
  link.setAttribute("href", href);
  link.setAttribute("target", "_blank");
  link.setAttribute("rel", "noopener noreferrer nofollow");
  // The sender chooses the text of a link; hovering shows its target.
  link.setAttribute("title", href.length > 300 ? `${href.slice(0, 300)}…` : href);
}
