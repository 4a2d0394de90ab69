import { createMemoryHistory } from "@tanstack/react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { memoryStorage } from "#/testing/memory-storage.ts";

vi.stubGlobal("localStorage", memoryStorage());
const { router } = await import("#/routes.tsx");
const { endSession, startSession } = await import("#/state/session/session.ts");

const user = {
  // Safe: the brand exists only at compile time.
  id: "u1" as never,
  name: "Mara",
  email: "mara@example.org",
  avatar: null,
  bio: "",
  role: "user",
} as const;
const pages = [
  "/app",
  "/app/",
  "/app/settings",
  ...["inbox", "starred", "sent", "drafts", "archive", "spam", "trash"].map(
    (name) => `/app/${name}`,
  ),
];

beforeEach(() => endSession());

/** Follows redirects as a browser does, and returns the final address; 404 for an address without a page. */
async function destinationOf(address: string): Promise<string | number> {
  const history = createMemoryHistory({ initialEntries: [address] });
  router.update({ ...router.options, history });
  await router.load();
  const result = router._serverResult;
  if (result?.type === "redirect") {
    return destinationOf(result.redirect.headers.get("Location") ?? "");
  }
  return result?.status === 404 ? 404 : router.state.location.href;
}

test("every page of the app requires a sign-in and stores the target", async () => {
  for (const page of pages) {
    const next = encodeURIComponent(page.replace(/\/$/, ""));
    expect(await destinationOf(page)).toBe(`/login?next=${next}`);
  }
});

test("every page of the app is available to a signed-in user", async () => {
  startSession({ user, token: "abc" });
  for (const page of pages) expect(await destinationOf(page)).toBe(page.replace(/\/$/, ""));
});

test("a signed-in user is redirected from the sign-in and the sign-up page to the app", async () => {
  expect(await destinationOf("/login")).toBe("/login");
  expect(await destinationOf("/signup")).toBe("/signup");
  startSession({ user, token: "abc" });
  expect(await destinationOf("/login")).toBe("/app");
  expect(await destinationOf("/signup")).toBe("/app");
  expect(await destinationOf("/login?next=/app/sent")).toBe("/app/sent");
});

test("a sign-in redirects only to pages of the app", async () => {
  startSession({ user, token: "abc" });
  for (const next of ["https://evil.example", "//evil.example", "/evil", "/application", "5"]) {
    const address = `?next=${encodeURIComponent(next)}`;
    expect([next, await destinationOf(`/login${address}`)]).toEqual([next, "/app"]);
    expect([next, await destinationOf(`/signup${address}`)]).toEqual([next, "/app"]);
  }
});

test("ignores values in an address that are not text", async () => {
  startSession({ user, token: "abc" });
  const searchOf = async (address: string) => {
    expect(await destinationOf(address)).not.toBe(404);
    return router.state.matches.at(-1)?.search;
  };
  expect(await searchOf("/app?email=5&compose=true")).toEqual({});
  expect(await searchOf("/app/settings?tab=5&fix=[]")).toEqual({});
  expect(await searchOf("/app/inbox?email=m1")).toEqual({ email: "m1" });
});

test("any other address is not found", async () => {
  expect(await destinationOf("/nothing")).toBe(404);
  startSession({ user, token: "abc" });
  expect(await destinationOf("/app/nothing")).toBe(404);
});
