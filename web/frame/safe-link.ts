const protocols = new Set(["http:", "https:", "mailto:"]);

/**
 * Returns the address for a link, or null. Only web and mail addresses are allowed; the URL parser decides, not the spelling.
 */
export function safeLink(address: string): string | null {
  const trimmed = address.trim();
  // Without a scheme the address would be resolved relative to the frame's own.
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
