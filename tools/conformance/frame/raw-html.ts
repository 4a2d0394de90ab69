/**
 * Replaces the frame's show-html.ts when the sanitizer is removed: the HTML of the message becomes part of the document, scripts
 * included. Only the sandbox and the policy remain to contain it.
 */
export function showHtml(mail: { html: string }): {
  node: HTMLElement;
  sheet: CSSStyleSheet;
  isPaper: boolean;
  isEmpty: boolean;
} {
  const node = document.createElement("div");
  node.append(document.createRange().createContextualFragment(mail.html));
  return { node, sheet: new CSSStyleSheet(), isPaper: true, isEmpty: false };
}
