import { beforeEach, expect, test, vi } from "vitest";
import { memoryStorage } from "#/testing/memory-storage.ts";

vi.stubGlobal("sessionStorage", memoryStorage());
const { noteSocialStart, socialStart, takeSocialStart } = await import("#/state/social-start.ts");

beforeEach(() => {
  sessionStorage.clear();
  vi.useRealTimers();
});

test("stores the target page until the sign-in ends", () => {
  expect(socialStart()).toBeNull();
  noteSocialStart("/app/search?q=two words");
  expect(socialStart()).toBe("/app/search?q=two words");
  expect(takeSocialStart()).toBe("/app/search?q=two words");
  expect(takeSocialStart()).toBeNull();
});

test("a sign-in without a destination has still begun", () => {
  noteSocialStart();
  expect(takeSocialStart()).toBe("");
});

test("ignores a start long ago, or in the future", () => {
  vi.useFakeTimers();
  noteSocialStart("/app/sent");
  vi.advanceTimersByTime(10 * 60_000);
  expect(socialStart()).toBeNull();
  noteSocialStart("/app/sent");
  vi.setSystemTime(Date.now() - 1);
  expect(socialStart()).toBeNull();
});
