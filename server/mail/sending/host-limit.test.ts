import { expect, test } from "vitest";
import { RetryAfter } from "#/base/retry-after.ts";
import { withHostPlace } from "./host-limit.ts";

test("16 sends to one host do not block another host, and a 17th waits until one ends", async () => {
  const end = Promise.withResolvers<void>();
  const sends = Array.from({ length: 16 }, () => withHostPlace("dead.example", () => end.promise));
  await expect(withHostPlace("dead.example", async () => "sent")).rejects.toThrow(RetryAfter);
  expect(await withHostPlace("other.example", async () => "sent")).toBe("sent");
  end.resolve();
  await Promise.all(sends);
  expect(await withHostPlace("dead.example", async () => "sent")).toBe("sent");
});

test("a failed send releases its slot", async () => {
  const failing = () => withHostPlace("refusing.example", () => Promise.reject(new Error("no")));
  for (let sends = 0; sends < 20; sends++) await expect(failing()).rejects.toThrow("no");
});
