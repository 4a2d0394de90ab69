import { expect, test } from "vitest";
import { dayPx, type RowLayout, topOf } from "#/features/message-list/row-layout.ts";
import { showRow, stretchAt } from "#/features/message-list/use-visible-rows.ts";

const rowsOf = (rowPx: number, days: readonly number[] = []): RowLayout => ({
  rowPx,
  days: days.map((at, rank) => ({ rank, label: "", at })),
});

test("renders all visible rows and the given number more on both sides", () => {
  for (let topPx = 0; topPx < 5000; topPx += 37) {
    const { from, to } = stretchAt(topPx, 700, rowsOf(64), 8);
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
  expect(stretchAt(-200, 640, rowsOf(64), 2)).toEqual({ from: 0, to: 12 });
});

test("limits the number of low rows on a high screen to what a frame can paint", () => {
  for (let topPx = 0; topPx < 3000; topPx += 7) {
    const { from, to } = stretchAt(topPx, 1400, rowsOf(36), 8);
    expect(from).toBeLessThanOrEqual(Math.floor(topPx / 36));
    expect(to).toBeGreaterThanOrEqual(Math.ceil((topPx + 1400) / 36));
    // Includes the focused row.
    expect(to - from + 1).toBeLessThanOrEqual(45);
  }
});

test("renders all visible rows below and above the lines of days", () => {
  const layout = rowsOf(64, [0, 1, 2, 9, 30]);
  for (let topPx = 0; topPx < 3000; topPx += 7) {
    const { from, to } = stretchAt(topPx, 700, layout, 0);
    expect(topOf(layout, from)).toBeLessThanOrEqual(topPx + dayPx);
    expect(topOf(layout, to)).toBeGreaterThanOrEqual(topPx + 700);
  }
});

test("shows a row below the line of its day, with space around it where the pane is high enough", () => {
  const layout = rowsOf(64, [0, 10]);
  // Safe: only these properties are used.
  const paneAt = (scrollTop: number, clientHeight: number) =>
    ({ scrollTop, clientHeight }) as HTMLElement;
  const scrolled = (pane: HTMLElement, index: number, aroundPx: number) => {
    showRow(pane, layout, { index, aroundPx });
    return pane.scrollTop;
  };
  expect(scrolled(paneAt(0, 700), 2, 128)).toBe(0);
  expect(scrolled(paneAt(0, 700), 9, 128)).toBe(topOf(layout, 9) + 64 + 128 - 700);
  expect(scrolled(paneAt(600, 700), 9, 128)).toBe(topOf(layout, 9) - 128);
  expect(scrolled(paneAt(900, 700), 12, 0)).toBe(topOf(layout, 12) - dayPx);
  // In a low pane the row is in the middle.
  expect(scrolled(paneAt(0, 200), 9, 128)).toBe(topOf(layout, 9) + 64 + 68 - 200);
});
