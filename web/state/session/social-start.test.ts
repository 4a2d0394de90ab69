import { beforeEach, expect, test, vi } from "vitest";
import { memoryStorage } from "#/testing/memory-storage.ts";

vi.stubGlobal("sessionStorage", memoryStorage());
const { recordSocialStart, socialStart, takeSocialStart } =
  await import("#/state/session/social-start.ts");

beforeEach(() => {
  sessionStorage.clear();
  vi.useRealTimers();
});

test("stores the target page until the sign-in ends", () => {
  expect(socialStart()).toBeNull();
  recordSocialStart("/app/search?q=two words");
  expect(socialStart()).toBe("/app/search?q=two words");
  expect(takeSocialStart()).toBe("/app/search?q=two words");
  expect(takeSocialStart()).toBeNull();
});

test("a sign-in without a destination has still begun", () => {
  recordSocialStart();
  expect(takeSocialStart()).toBe("");
});

test("ignores a start long ago, or in the future", () => {
  vi.useFakeTimers();
  recordSocialStart("/app/sent");
  vi.advanceTimersByTime(10 * 60_000);
  expect(socialStart()).toBeNull();
  recordSocialStart("/app/sent");
  vi.setSystemTime(Date.now() - 1);
  expect(socialStart()).toBeNull();
});
