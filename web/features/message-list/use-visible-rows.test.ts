import { expect, test } from "vitest";
import { stretchAt } from "#/features/message-list/use-visible-rows.ts";

test("renders all visible rows and the given number more on both sides", () => {
  for (let topPx = 0; topPx < 5000; topPx += 37) {
    const { from, to } = stretchAt(topPx, 700, 64, 8);
    const first = Math.floor(topPx / 64);
    const behind = Math.ceil((topPx + 700) / 64);
    expect(from).toBeLessThanOrEqual(Math.max(first - 8, 0));
    expect(from).toBeGreaterThanOrEqual(Math.max(first - 10, 0));
    expect(to).toBeGreaterThanOrEqual(behind + 8);
    expect(to).toBeLessThanOrEqual(behind + 10);
    // Few enough nodes for a phone to paint in every frame.
    expect(to - from).toBeLessThanOrEqual(45);
  }
});

test("a list pulled beyond its top shows the top", () => {
  expect(stretchAt(-200, 640, 64, 2)).toEqual({ from: 0, to: 12 });
});

test("limits the number of low rows on a high screen to what a frame can paint", () => {
  for (let topPx = 0; topPx < 3000; topPx += 7) {
    const { from, to } = stretchAt(topPx, 1400, 36, 8);
    expect(from).toBeLessThanOrEqual(Math.floor(topPx / 36));
    expect(to).toBeGreaterThanOrEqual(Math.ceil((topPx + 1400) / 36));
    // Includes the focused row.
    expect(to - from + 1).toBeLessThanOrEqual(45);
  }
});
