import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { patiently } from "#/lib/retry-import.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a chunk that failed to load is fetched again until it succeeds", async () => {
  const load = vi.fn<() => Promise<string>>();
  load.mockRejectedValueOnce(new Error("down")).mockRejectedValueOnce(new Error("down"));
  load.mockResolvedValue("the part");
  const part = patiently(load);
  await vi.runAllTimersAsync();
  expect(await part).toBe("the part");
  expect(load).toHaveBeenCalledTimes(3);
});

test("a chunk that never loads fails in the end", async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValue(new Error("down"));
  const failed = expect(patiently(load)).rejects.toThrow("down");
  await vi.runAllTimersAsync();
  await failed;
  expect(load).toHaveBeenCalledTimes(6);
});
