import { isNeutral, luminance, readColor } from "#/frame/colors.ts";

/** Deeper elements are the content of the message. */
const maxDepth = 8;
/** A darker gray is part of the design. */
const minLuminance = 0.75;

/** Returns true if the message fills the paper with its own color: then it needs no margin on paper. */
export function hasGround(node: HTMLElement): boolean {
  let element: Element | null = node;
  for (let depth = 0; element && depth < 4; depth += 1) {
    const { backgroundColor, backgroundImage } = getComputedStyle(element);
    const isClear = /^(?:transparent|rgba\(.*, 0\)|rgb\(255, 255, 255\))$/.test(backgroundColor);
    if (!isClear || backgroundImage !== "none") return isAround(element, node);
    element = element.firstElementChild;
  }
  return false;
}

/** Returns false for a banner or a narrow box, which is not behind the rest of the message. */
function isAround(element: Element, node: HTMLElement): boolean {
  const { width, height } = element.getBoundingClientRect();
  const whole = node.getBoundingClientRect();
  return width > whole.width - 2 && height > whole.height * 0.8;
}

/**
 * Removes the light gray around the content of a message, which would look like a second sheet on the app's own, and the margin
 * in that gray: the content begins and ends where the header above it does.
 */
export function clearGround(node: HTMLElement): void {
  let element: HTMLElement | null = node;
  for (let depth = 0; element && depth < maxDepth; depth += 1) {
    const { backgroundColor, backgroundImage } = getComputedStyle(element);
    if (backgroundImage !== "none") return;
    const color = readColor(backgroundColor);
    const isClear = color === null || color[3] === 0;
    if (!isClear && !(isNeutral(color) && luminance(color) > minLuminance)) return;
    // White is the sheet of the content.
    if (!isClear && luminance(color) > 0.99) return;
    if (!isClear) element.style.setProperty("background-color", "transparent", "important");
    element.style.setProperty("padding", "0", "important");
    element = onlyContent(element);
  }
}

/** Returns the one visible element that an element consists of; null if it has text or further elements. */
function onlyContent(element: HTMLElement): HTMLElement | null {
  let only: HTMLElement | null = null;
  for (const child of element.childNodes) {
    if (child instanceof HTMLElement && child.offsetHeight > 0) {
      if (only) return null;
      only = child;
    } else if (child.nodeType === Node.TEXT_NODE && child.textContent?.trim()) return null;
  }
  return only;
}
