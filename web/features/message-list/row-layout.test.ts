import { expect, test } from "vitest";
import { dayPx, dayTopOf, heightOf, rowAt, type RowLayout, topOf } from "./row-layout.ts";

const layout: RowLayout = {
  rowPx: 64,
  days: [0, 3, 4, 40].map((at, rank) => ({ rank, label: "", at })),
};

test("each row follows the one above it, below the line of its day", () => {
  let topPx = 0;
  for (let index = 0; index < 60; index++) {
    const day = layout.days.findIndex(({ at }) => at === index);
    if (day >= 0) {
      expect(dayTopOf(layout, day)).toBe(topPx);
      topPx += dayPx;
    }
    expect(topOf(layout, index)).toBe(topPx);
    topPx += layout.rowPx;
    expect(heightOf(layout, 60)).toBeGreaterThanOrEqual(topPx);
  }
  expect(heightOf(layout, 60)).toBe(topPx);
});

test("finds the row at each position, and at the line of a day its first row", () => {
  for (let index = 0; index < 60; index++) {
    const top = topOf(layout, index);
    expect(rowAt(layout, top)).toBe(index);
    expect(rowAt(layout, top + layout.rowPx - 1)).toBe(index);
  }
  for (const [day, { at }] of layout.days.entries()) {
    expect(rowAt(layout, dayTopOf(layout, day))).toBe(at);
    expect(rowAt(layout, dayTopOf(layout, day) + dayPx - 1)).toBe(at);
  }
});

test("without days, the rows begin at the top", () => {
  const plain = { rowPx: 36, days: [] };
  expect(topOf(plain, 5)).toBe(180);
  expect(rowAt(plain, 179)).toBe(4);
  expect(heightOf(plain, 5)).toBe(180);
});
