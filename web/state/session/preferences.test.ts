import { usualPreferences } from "@inlet/contract/mail/default-preferences.ts";
import { beforeEach, expect, test, vi } from "vitest";
import { memoryStorage } from "#/testing/memory-storage.ts";

const storage = memoryStorage();
vi.stubGlobal("localStorage", storage);
beforeEach(() => {
  storage.clear();
  vi.resetModules();
});

const mirror = "inlet-preferences";

test("choices are known when the page opens again, and the rest is default", async () => {
  const first = await import("#/state/session/preferences.ts");
  expect(first.savePreferences({ density: "compact" })).toEqual(usualPreferences);
  vi.resetModules();
  const { savePreferences } = await import("#/state/session/preferences.ts");
  expect(savePreferences({})).toEqual({ ...usualPreferences, density: "compact" });
});

test("ignores a mirror that cannot be parsed", async () => {
  storage.setItem(mirror, "{");
  const { savePreferences } = await import("#/state/session/preferences.ts");
  expect(savePreferences({})).toEqual(usualPreferences);
});

test("deletes all of it for the next user", async () => {
  const { savePreferences } = await import("#/state/session/preferences.ts");
  const { useSession } = await import("#/state/session/session.ts");
  savePreferences({ sort: "oldest" });
  useSession.setState({ token: null });
  expect(storage.getItem(mirror)).toBeNull();
  expect(savePreferences({})).toEqual(usualPreferences);
});
