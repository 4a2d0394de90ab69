import type { Page } from "@playwright/test";

/**
 * Returns the layout faults of the shown screen: a page that scrolls sideways, text squeezed to nothing,
 * a control that is cut or outside the window and that no scrolling reaches, controls that overlap, and texts of a row that do.
 */
export async function layoutFaultsOf(page: Page): Promise<string[]> {
  const tools = await page.evaluateHandle(createTools);
  const found = [
    ...(await page.evaluate(findSqueezed, tools)),
    ...(await page.evaluate(findMisplaced, tools)),
    ...(await page.evaluate(findOverlappingTexts, tools)),
  ];
  return [...new Set(found)];
}

type Tools = ReturnType<typeof createTools>;
type Box = Record<"left" | "top" | "right" | "bottom", number>;

/** Runs in the page; returns functions that the checks there share. */
function createTools() {
  const parentsOf = (element: Element): Element[] => {
    const parents: Element[] = [];
    for (let at = element.parentElement; at; at = at.parentElement) parents.push(at);
    return parents;
  };
  /** Texts for screen readers only are one pixel in size. */
  const isForReaders = (element: Element): boolean =>
    [element, ...parentsOf(element)].some(
      (one) =>
        getComputedStyle(one).position === "absolute" &&
        one.clientWidth <= 1 &&
        one.clientHeight <= 1,
    );
  const scrollsSideways = (element: Element): boolean =>
    /auto|scroll/.test(getComputedStyle(element).overflowX) &&
    element.scrollWidth > element.clientWidth + 1;
  return {
    parentsOf,
    /** Selects the elements that lie over the page, which they may cover. */
    layers:
      'dialog, [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"], [role="tooltip"], [popover], [data-toast], [data-layer]',
    isShown: (element: Element): boolean =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      element.closest('[inert], [aria-hidden="true"]') === null &&
      !isForReaders(element),
    /** Cuts a box by all parents that hide what overflows, up to the window. */
    cutBox: (element: Element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      const box = { left, top, right, bottom };
      let isFree = getComputedStyle(element).position === "fixed";
      for (const parent of parentsOf(element)) {
        if (isFree) break;
        const style = getComputedStyle(parent);
        const edge = parent.getBoundingClientRect();
        if (style.overflowX !== "visible") {
          box.left = Math.max(box.left, edge.left);
          box.right = Math.min(box.right, edge.right);
        }
        if (style.overflowY !== "visible") {
          box.top = Math.max(box.top, edge.top);
          box.bottom = Math.min(box.bottom, edge.bottom);
        }
        isFree = style.position === "fixed";
      }
      return box;
    },
    scrollsSideways,
    /** Returns the size of the area that two boxes share; negative where they are apart. */
    sharedSize: (one: Box, other: Box) => ({
      wide: Math.min(one.right, other.right) - Math.max(one.left, other.left),
      high: Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top),
    }),
    scrollerOf: (element: Element): Element | undefined =>
      parentsOf(element).find(
        (parent) =>
          scrollsSideways(parent) ||
          (/auto|scroll/.test(getComputedStyle(parent).overflowY) &&
            parent.scrollHeight > parent.clientHeight + 1) ||
          (parent === document.documentElement && parent.scrollHeight > innerHeight + 1),
      ),
    nameOf: (element: Element): string => {
      const name = element.getAttribute("aria-label") ?? element.textContent.trim();
      return `${element.tagName.toLowerCase()} "${name.slice(0, 40)}"`;
    },
  };
}

/** Runs in the page; returns a sentence for each text without a width. */
function findSqueezed({ parentsOf, isShown, cutBox, scrollerOf, nameOf }: Tools): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  const isTooWide = Math.max(scrollWidth, document.body.scrollWidth) > clientWidth;
  const faults = isTooWide ? ["the page scrolls sideways"] : [];
  for (const element of document.body.querySelectorAll("*")) {
    const hasText = [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== "",
    );
    if (!hasText || !isShown(element)) continue;
    if (/^(OPTION|SCRIPT|STYLE|NOSCRIPT)$/.test(element.tagName)) continue;
    const box = cutBox(element);
    // The end of a text that ends with an ellipsis is cut on purpose.
    const isCut =
      box.right - box.left < 1 &&
      !scrollerOf(element) &&
      !parentsOf(element).some((one) => getComputedStyle(one).textOverflow === "ellipsis");
    if (isCut || element.getBoundingClientRect().width < 1) {
      faults.push(`${nameOf(element)} has no width`);
    }
  }
  return faults;
}

/** Runs in the page; returns a sentence for each control outside the window or under another control. */
function findMisplaced(tools: Tools): string[] {
  const { parentsOf, isShown, cutBox, scrollerOf, scrollsSideways, sharedSize, nameOf, layers } =
    tools;
  const controls =
    'a[href], button, input, select, textarea, [role="tab"], [role="switch"], [role="option"], [role^="menuitem"]';
  const faults: string[] = [];
  const visible = [];
  for (const element of document.querySelectorAll(controls)) {
    if (!isShown(element) || getComputedStyle(element).pointerEvents === "none") continue;
    const scroller = scrollerOf(element);
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const isOutside = left < -1 || right > innerWidth + 1 || top < -1 || bottom > innerHeight + 1;
    if (isOutside && !scroller) faults.push(`${nameOf(element)} is outside the window`);
    const box = cutBox(element);
    const isCut = box.left > left + 2 || box.right < right - 2;
    if (isCut && !isOutside && !parentsOf(element).some(scrollsSideways))
      faults.push(`${nameOf(element)} is cut at its side`);
    if (element.tagName === "INPUT") {
      // A button may be in the padding of a field.
      const { paddingLeft, paddingRight } = getComputedStyle(element);
      box.left += Number.parseFloat(paddingLeft);
      box.right -= Number.parseFloat(paddingRight);
    }
    const chain = [element, ...parentsOf(element)];
    const isFixed = chain
      .slice(0, scroller && chain.indexOf(scroller))
      .some((one) => /fixed|sticky/.test(getComputedStyle(one).position));
    visible.push({ element, box, layer: element.closest(layers), isFixed, scroller });
  }
  for (const [n, one] of visible.entries()) {
    for (const other of visible.slice(n + 1)) {
      if (one.layer !== other.layer) continue;
      // A label may hold its control.
      if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
      // Content may scroll out from under a fixed control.
      if (one.isFixed !== other.isFixed && (one.isFixed ? other : one).scroller) continue;
      const { wide, high } = sharedSize(one.box, other.box);
      if (wide > 2 && high > 2) {
        faults.push(`${nameOf(one.element)} overlaps ${nameOf(other.element)}`);
      }
    }
  }
  return faults;
}

/** Runs in the page; returns a sentence for each text of a row or header over another one. */
function findOverlappingTexts({ isShown, cutBox, sharedSize, nameOf, layers }: Tools): string[] {
  const faults: string[] = [];
  for (const row of document.querySelectorAll('[role="row"], li, header')) {
    const texts = [...row.querySelectorAll("*")].flatMap((element) => {
      const text = [...element.childNodes].find(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== "",
      );
      if (!text || !isShown(element)) return [];
      const range = document.createRange();
      range.selectNodeContents(text);
      const cut = cutBox(element);
      // A box for each line: one around all lines of a text also covers what is beside its last line.
      return [...range.getClientRects()].map(({ left, top, right, bottom }) => ({
        element,
        layer: element.closest(layers),
        box: {
          left: Math.max(left, cut.left),
          right: Math.min(right, cut.right),
          top: Math.max(top, cut.top),
          bottom: Math.min(bottom, cut.bottom),
        },
      }));
    });
    for (const [n, one] of texts.entries()) {
      for (const other of texts.slice(n + 1)) {
        if (one.element === other.element || one.layer !== other.layer) continue;
        const { wide, high } = sharedSize(one.box, other.box);
        if (wide > 2 && high > 4)
          faults.push(`${nameOf(one.element)} is over ${nameOf(other.element)}`);
      }
    }
  }
  return faults;
}
