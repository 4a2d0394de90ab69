import { beforeEach, expect, test, vi } from "vitest";
import { memoryStorage } from "#/testing/memory-storage.ts";

vi.stubGlobal("localStorage", memoryStorage());
// The store reads the stored session when it is loaded.
const { call } = await import("#/api/client.ts");
const { endSession, endSessionBy, isAuthenticated, saveUser, signOut, startSession, useSession } =
  await import("#/state/session/session.ts");

const user = {
  // Safe: the brand exists only at compile time.
  id: "u1" as never,
  name: "Mara",
  email: "mara@example.org",
  avatar: null,
  bio: "",
  role: "user",
} as const;

beforeEach(() => endSession());

test("a session is stored under both names and authenticates the user", () => {
  expect(isAuthenticated()).toBe(false);
  startSession({ user, token: "abc" });
  expect(isAuthenticated()).toBe(true);
  expect(localStorage.getItem("token")).toBe("abc");
  expect(JSON.parse(localStorage.getItem("auth-storage") ?? "")).toMatchObject({
    state: { user: { email: "mara@example.org" }, token: "abc" },
  });
});

test("a token without a user does not count as a session", () => {
  useSession.setState({ token: "abc", user: null });
  expect(isAuthenticated()).toBe(false);
});

test("updates the signed-in user, and never replaces them with another one", () => {
  startSession({ user, token: "abc" });
  saveUser({ ...user, name: "Mara Lind" });
  expect(useSession.getState()).toMatchObject({ user: { name: "Mara Lind" }, token: "abc" });
  endSession();
  saveUser(user);
  expect(useSession.getState().user).toBeNull();
});

test("signing out deletes both, even if the server is unreachable", async () => {
  startSession({ user, token: "abc" });
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  await signOut();
  expect(isAuthenticated()).toBe(false);
  expect(localStorage.getItem("token")).toBeNull();
  expect(localStorage.getItem("auth-storage")).not.toContain("abc");
});

test("a session that the server closes during a sign-out does not count as expired", async () => {
  startSession({ user, token: "abc" });
  const ran: boolean[] = [];
  const stop = useSession.subscribe(({ hasExpired }) => ran.push(hasExpired));
  vi.stubGlobal("fetch", () =>
    Promise.resolve(Response.json({ code: "session.required" }, { status: 401 })),
  );
  await endSessionBy(() => call("GET /user/profile", {}).catch(() => undefined));
  expect(ran).toEqual([false]);
  startSession({ user, token: "def" });
  await expect(call("GET /user/profile", {})).rejects.toThrow();
  stop();
  expect(ran.at(-1)).toBe(true);
});
