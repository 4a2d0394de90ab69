import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type ElementHandle, expect, type Frame, type Page } from "@playwright/test";

// The minified build: every checked page parses and compiles it again.
const source = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

const options = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
  resultTypes: ["violations"],
  // A frame has its own rules and is checked alone; axe would wait for a response from each.
  iframes: false,
  // Only the rule about sound needs the page's files, and no page has sound. Fetching them would double the time of a check.
  preload: false,
};

/** The only rules about colors: for all other rules, both themes are the same page. */
const colorRules = ["color-contrast", "link-in-text-block"];

export type Theme = "light" | "dark";

/** Timeout of a test with many accessibility checks: each one takes time. */
export const looksMs = 240_000;

interface Finding {
  id: string;
  targets: string[];
}

/**
 * Fails if axe finds a violation in the page in these themes, with all animations finished. The first theme is checked with all
 * rules, the other ones with the rules about colors.
 */
export async function expectAccessible(
  page: Page,
  what: string,
  themes: readonly Theme[] = ["light", "dark"],
): Promise<void> {
  // A change of theme repaints the whole page, and therefore the current theme comes first.
  const shown = await page.evaluate(() => document.documentElement.dataset["theme"]);
  const inOrder = themes.toSorted((a, b) => Number(b === shown) - Number(a === shown));
  for (const [at, theme] of inOrder.entries()) {
    await showTheme(page, theme);
    const rules = at === 0 ? undefined : colorRules;
    expect(await findingsOf(page, rules), `${what} in the ${theme} theme`).toEqual([]);
  }
}

/** Fails if axe finds a violation in a frame of the page, in both themes. */
export async function expectFrameAccessible(page: Page, frame: Frame, what: string): Promise<void> {
  for (const theme of ["light", "dark"] as const) {
    await showTheme(page, theme);
    const ground = await groundBelow(await frame.frameElement());
    // The frame is transparent, but axe cannot see the page behind it.
    await frame.evaluate((color) => {
      document.documentElement.style.background = color;
    }, ground);
    await expect
      .poll(() => findingsOf(frame), { message: `${what} in the ${theme} theme` })
      .toEqual([]);
  }
}

/** Returns the background color behind an element. */
function groundBelow(element: ElementHandle): Promise<string> {
  return element.evaluate((node) => {
    for (let at = node instanceof Element ? node : null; at; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at);
      if (!/^rgba\(.*, 0\)$|^transparent$/.test(backgroundColor)) return backgroundColor;
    }
    return "";
  });
}

/** Switches the page to the theme that the system prefers, without navigating or reloading. */
export async function showTheme(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.waitForFunction((name) => document.documentElement.dataset["theme"] === name, theme);
}

async function findingsOf(place: Page | Frame, rules?: readonly string[]): Promise<Finding[]> {
  const isThere = await place.evaluate(() => {
    for (const motion of document.getAnimations()) {
      // An infinite animation has no end to finish at.
      if (Number.isFinite(motion.effect?.getComputedTiming().endTime)) motion.finish();
    }
    return "axe" in window;
  });
  if (!isThere) await place.evaluate(source);
  const its = rules ? { ...options, runOnly: rules } : options;
  // A modal dialog hides the page behind it from assistive technology. That page is checked without the dialog.
  const context = `{ exclude: [["[data-base-ui-inert][aria-hidden=true]"]] }`;
  return place.evaluate(
    `axe.run(${context}, ${JSON.stringify(its)}).then(({ violations }) =>
      violations.map(({ id, nodes }) => ({ id, targets: nodes.map(({ target }) => String(target)) })))`,
  );
}
