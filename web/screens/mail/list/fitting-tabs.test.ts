import { expect, test } from "vitest";
import { overflowing } from "#/screens/mail/list/fitting-tabs.ts";

const widths = [40, 60, 50, 70, 60];
const space = { gapPx: 10, menuPx: 30 };

test("all tabs are shown if they fit, without space for the menu", () => {
  expect(overflowing(widths, 0, { ...space, px: 320 })).toEqual([]);
});

test("the last tabs that do not fit beside the menu are hidden", () => {
  expect(overflowing(widths, 0, { ...space, px: 319 })).toEqual([4]);
  expect(overflowing(widths, 0, { ...space, px: 200 })).toEqual([3, 4]);
});

test("the chosen tab is shown, wherever it is", () => {
  expect(overflowing(widths, 4, { ...space, px: 210 })).toEqual([2, 3]);
  expect(overflowing(widths, 4, { ...space, px: 90 })).toEqual([0, 1, 2, 3]);
});
