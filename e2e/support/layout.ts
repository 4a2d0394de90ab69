import { expect, type Page } from "@playwright/test";
import { layoutFaultsOf } from "../../tools/screenshots/layout-faults.ts";

/**
 * Expects that the shown screen fits at each of the widths: the page does not scroll sideways,
 * no text is squeezed to nothing, every control is inside the window
 * or can be scrolled there, and no two controls overlap. Restores the size of the window.
 */
export async function expectFits(
  page: Page,
  what: string,
  widths: readonly number[],
): Promise<void> {
  const before = page.viewportSize();
  const faults: string[] = [];
  // Actions on hover lie over what they act on.
  await page.mouse.move(0, 0);
  for (const width of widths) {
    await page.setViewportSize({ width, height: before?.height ?? 800 });
    await settled(page);
    for (const fault of await layoutFaultsOf(page)) faults.push(`${width} px: ${fault}`);
  }
  if (before) await page.setViewportSize(before);
  expect(faults, `layout of ${what}`).toEqual([]);
}

/** Waits until the layout followed the size of the window, and what moves has arrived. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    const running = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(Number(effect?.getComputedTiming().endTime)));
    await Promise.allSettled(running.map(({ finished }) => finished));
    await frame();
  });
}
