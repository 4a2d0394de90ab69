import { filterStyle, type StyleRules } from "#/frame/declarations.ts";
import { createImages } from "#/frame/images.ts";
import type { ShowMail } from "#/frame/messages.ts";
import { isTextLike } from "#/frame/paper.ts";
import { foldAway, markQuotes, repeats } from "#/frame/quotes.ts";
import { languageOf } from "#/frame/language.ts";
import { sanitize } from "#/frame/sanitize.ts";
import { markSignatures } from "#/frame/signature.ts";
import { filterSheet } from "#/frame/style-sheet.ts";

/** Far deeper than real messages nest, and below the 400 inline blocks that crash Chromium's process. */
const maxDepth = 255;

export interface ShownHtml {
  node: HTMLElement;
  sheet: CSSStyleSheet;
  /** True if it is designed on white, and shown on it. */
  isPaper: boolean;
  /** True if it has rules for the dark theme, which are in the sheet. */
  knowsDark: boolean;
  isEmpty: boolean;
}

/** Returns an HTML message as sanitized nodes and a sanitized style sheet that applies to them only. */
export function showHtml(mail: ShowMail): ShownHtml {
  // An inert document runs no script and loads nothing.
  const parsed = new DOMParser().parseFromString(mail.html, "text/html");
  flatten(parsed.body, 1);
  const style = takeStyle(parsed);
  const isPaper = !isTextLike(parsed, style);
  const rules: StyleRules = {
    images: createImages(mail.images),
    isDark: mail.theme === "dark" && (!isPaper || mail.designed === "dark"),
  };
  moveBackgrounds(parsed);
  const mark = markQuotes(parsed.body);
  const page = bodyStyle(parsed, rules);
  const { node, inner } = stage(parsed, page);
  inner.append(sanitize(parsed.body, rules));
  for (const image of inner.querySelectorAll("img:not([src])")) markBlocked(image);
  for (const quote of inner.querySelectorAll<HTMLElement>(`.${mark}`)) {
    if (repeats(mail, quote, inner)) foldAway(quote, mail.labels);
  }
  if (!isPaper) markSignatures(inner);
  const isEmpty = inner.textContent?.trim() === "" && !inner.querySelector("img, hr");
  const sheet = filterSheet(style, ".mail", rules);
  return {
    node,
    sheet,
    isPaper,
    knowsDark: /prefers-color-scheme\s*:\s*dark/i.test(style),
    isEmpty,
  };
}

/** Replaces elements that nest too deep by their text. */
function flatten(parent: Element, depth: number): void {
  for (const child of parent.children) {
    if (depth < maxDepth) flatten(child, depth + 1);
    else child.replaceChildren(child.textContent);
  }
}

/** Creates the elements that replace `html` and `body`, to which rules for those apply. */
function stage(parsed: Document, style: string): { node: HTMLElement; inner: HTMLElement } {
  const node = document.createElement("div");
  const inner = document.createElement("div");
  node.className = "mail-html";
  inner.className = "mail-body";
  for (const name of ["lang", "dir"]) {
    const value = parsed.body.getAttribute(name) ?? parsed.documentElement.getAttribute(name);
    if (value) node.setAttribute(name, value);
  }
  // Without either attribute, the text of the message decides.
  if (!node.dir) node.dir = "auto";
  if (!node.lang) node.lang = languageOf(parsed.body.textContent ?? "");
  if (style) inner.style.cssText = style;
  node.append(inner);
  return { node, inner };
}

function takeStyle(parsed: Document): string {
  let text = "";
  for (const element of parsed.querySelectorAll("style")) {
    const media = element.getAttribute("media")?.trim();
    const isForScreen = !media || /^(?:all|screen|only screen)\b/i.test(media);
    if (isForScreen) text += `${element.textContent}\n`;
    element.remove();
  }
  return text;
}

function bodyStyle(parsed: Document, rules: StyleRules): string {
  const { body } = parsed;
  const attribute = (name: string, property: string) => {
    const value = body.getAttribute(name);
    return value && CSS.supports(property, value) ? `${property}:${value};` : "";
  };
  const text = attribute("bgcolor", "background-color") + attribute("text", "color");
  return filterStyle(`${text}${body.getAttribute("style") ?? ""}`, parsed, rules);
}

/** A blocked picture leaves its space and its description; a tracking pixel leaves nothing. */
function markBlocked(image: Element): void {
  const size = (name: string) => Number.parseInt(image.getAttribute(name) ?? "", 10);
  if (size("width") <= 2 || size("height") <= 2) return image.remove();
  const place = document.createElement("span");
  place.className = "blocked-image";
  place.textContent = image.getAttribute("alt") ?? "";
  const isPercent = image.getAttribute("width")?.trim().endsWith("%") ?? false;
  const width = size("width");
  if (width > 0) {
    // In this order the placeholder shrinks in a narrow window, as the image would.
    place.style.width = isPercent ? `${width}%` : "100%";
    place.style.maxWidth = isPercent ? "100%" : `${width}px`;
  }
  // A tall gap has the same information as a small one.
  if (size("height") > 0) place.style.height = `${Math.min(size("height"), 120)}px`;
  image.replaceWith(place);
}

/** Converts the `background` attribute of tables to the equivalent style, which is filtered like any other. */
function moveBackgrounds(parsed: Document): void {
  for (const element of parsed.querySelectorAll<HTMLElement>("[background]")) {
    const source = element.getAttribute("background")?.trim() ?? "";
    element.removeAttribute("background");
    if (!element.style.backgroundImage)
      element.style.backgroundImage = `url("${CSS.escape(source)}")`;
  }
}
