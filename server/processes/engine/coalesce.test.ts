import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { gathered } from "./coalesce.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("passes items that are not urgent on together, and in time", () => {
  const passed: number[][] = [];
  const notify = gathered<number>((items) => passed.push(items), 300);
  notify([1], { isUrgent: false });
  vi.advanceTimersByTime(200);
  notify([2, 3], { isUrgent: false });
  expect(passed).toEqual([]);
  vi.advanceTimersByTime(100);
  expect(passed).toEqual([[1, 2, 3]]);
});

test("passes urgent items on at once, after the waiting ones", () => {
  const passed: number[][] = [];
  const notify = gathered<number>((items) => passed.push(items), 300);
  notify([1], { isUrgent: false });
  notify([2], { isUrgent: true });
  notify([], { isUrgent: true });
  vi.advanceTimersByTime(1000);
  expect(passed).toEqual([[1, 2]]);
});
