/** Class of a signature, which is shown smaller and lighter than the text. */
export const signatureClass = "mail-signature";

/** The classes with which mail programs mark a signature. */
const known = ".gmail_signature, .moz-signature, .Apple-signature, #Signature, #signature";
/** More text is not a signature. */
const maxLetters = 800;

/** Marks the signatures of an HTML message. */
export function markSignatures(body: HTMLElement): void {
  for (const signature of body.querySelectorAll(known)) signature.classList.add(signatureClass);
  const separator = findSeparator(body);
  if (!separator) return;
  const nodes: ChildNode[] = [];
  for (let node: ChildNode | null = separator; node; node = node.nextSibling) {
    if (isQuote(node)) break;
    nodes.push(node);
  }
  const letters = nodes.reduce((sum, node) => sum + (node.textContent?.length ?? 0), 0);
  if (letters > maxLetters) return;
  const signature = document.createElement("div");
  signature.className = signatureClass;
  separator.before(signature);
  signature.append(...nodes);
}

/** Returns the line above a signature (RFC 3676, 4.3), an element or only its text; null without one. */
function findSeparator(body: HTMLElement): ChildNode | null {
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  let hasText = false;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (isSeparator(node) && hasText && node instanceof Text) {
      const parent = node.parentElement;
      if (!parent || parent.closest(`.${signatureClass}, blockquote, table`)) return null;
      let separator: Text | HTMLElement = node;
      let around: HTMLElement | null = parent;
      while (around && around !== body && isSeparator(around)) {
        separator = around;
        around = around.parentElement;
      }
      return separator;
    }
    hasText ||= node.nodeValue?.trim() !== "";
  }
  return null;
}

/** The space after the two hyphens is often lost. */
function isSeparator({ textContent }: Node): boolean {
  return textContent?.trim() === "--";
}

function isQuote(node: Node): boolean {
  return node instanceof Element && node.matches(".gmail_quote, blockquote, .folded-quote");
}
