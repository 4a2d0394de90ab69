import type { Page } from "@playwright/test";
import axe from "axe-core";

const options = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
  resultTypes: ["violations"],
  // A frame has separate rules; axe would wait for a response from each.
  iframes: false,
};

/** Returns the violations that axe finds in the current page: each with its rule and the element that breaks it. */
export async function faultsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + " " + target)))`,
  );
}
