import { makeLink, safeLink } from "#/frame/safe-link.ts";

// Only finds candidates; the URL parser decides which ones are links.
const candidate =
  /(?:https?:\/\/|www\.|mailto:)[^\s<>"'`{}|\\^\p{C}]{1,2048}|[^\s<>"'`()[\]{},;:|\\^@\p{C}]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/giu;

/** Returns the text as nodes with links. Builds the DOM directly: the text is never parsed as markup. */
export function linkify(text: string, document: Document): DocumentFragment {
  const nodes = document.createDocumentFragment();
  let from = 0;
  for (const match of text.matchAll(candidate)) {
    const shown = withoutTail(match[0]);
    const href = safeLink(withScheme(shown));
    if (!href) continue;
    nodes.append(text.slice(from, match.index));
    const link = document.createElement("a");
    makeLink(link, href);
    link.textContent = shown;
    nodes.append(link);
    from = match.index + shown.length;
  }
  nodes.append(text.slice(from));
  return nodes;
}

function withScheme(text: string): string {
  if (/^(https?:|mailto:)/i.test(text)) return text;
  return /^www\./i.test(text) ? `https://${text}` : `mailto:${text}`;
}

/** Removes the punctuation after an address, and a closing bracket without an opening one. */
function withoutTail(text: string): string {
  let end = text.length;
  while (end > 0) {
    const last = text.charAt(end - 1);
    const head = text.slice(0, end);
    const isOpen = last === ")" && count(head, "(") >= count(head, ")");
    if (isOpen || !/[.,;:!?)\]*_~…»”’]/.test(last)) break;
    end -= 1;
  }
  return text.slice(0, end);
}

function count(text: string, char: string): number {
  return text.split(char).length - 1;
}
