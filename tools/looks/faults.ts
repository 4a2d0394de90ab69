import type { Page } from "@playwright/test";
import axe from "axe-core";

const options = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
  resultTypes: ["violations"],
  // A frame has rules of its own; axe would wait for an answer of each.
  iframes: false,
};

/** What axe finds wrong with the page as it stands: the rule, and what breaks it. */
export async function faultsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + " " + target)))`,
  );
}
