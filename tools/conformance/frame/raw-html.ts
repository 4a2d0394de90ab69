/**
 * Stands in for the frame's show-html.ts when the sanitiser is taken away: whatever the mail says becomes part of
 * the document, scripts included. What is left to hold it is the sandbox and the policy.
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
