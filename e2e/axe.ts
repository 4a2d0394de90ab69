import { expect, type Page } from "@playwright/test";
import axe from "axe-core";

const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** The themes in which each screen is looked at. */
export const themes = ["light", "dark"] as const;

/** Every look takes its time: what a test of many of them may need. */
export const looksMs = 240_000;

interface Finding {
  id: string;
  targets: string[];
}

/** Fails when axe finds anything wrong with the page as it stands, all motion at its end. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  expect(await findingsOf(page), what).toEqual([]);
}

async function findingsOf(page: Page): Promise<Finding[]> {
  await page.evaluate(() => {
    for (const motion of document.getAnimations()) {
      // What turns for ever has no end to go to.
      if (Number.isFinite(motion.effect?.getComputedTiming().endTime)) motion.finish();
    }
  });
  await page.evaluate(axe.source);
  return page.evaluate(
    `axe.run(document, { runOnly: ${JSON.stringify(rules)} }).then(({ violations }) =>
      violations.map(({ id, nodes }) => ({ id, targets: nodes.map(({ target }) => String(target)) })))`,
  );
}
