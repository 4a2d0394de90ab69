import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import { queuedActionsCache } from "#/lib/notification-actions.ts";
import { memoryStorage } from "#/testing/memory-storage.ts";

vi.stubGlobal("localStorage", memoryStorage());
const changeEmails = vi.fn<(client: QueryClient, order: object) => void>();
vi.mock("#/state/changes/change-email.ts", () => ({ changeEmails }));
const { applyQueuedActions } = await import("#/state/notifications/apply-queued-actions.ts");
const { startSession, endSession } = await import("#/state/session/session.ts");

/** Entries that the service worker has stored, by name. */
const left = new Map<string, string>();
const open = async (name: string) => {
  expect(name).toBe(queuedActionsCache);
  return {
    keys: async () => [...left.keys()],
    match: async (key: string) => (left.has(key) ? new Response(left.get(key)) : undefined),
    delete: async (key: string) => left.delete(key),
  };
};
vi.stubGlobal("caches", { open, delete: async () => left.clear() });

const orders = () => changeEmails.mock.calls.map(([, order]) => order);
const client = new QueryClient();
beforeEach(() => {
  left.clear();
  changeEmails.mockClear();
});

test("runs a stored action once, in however many pages, and can undo it", async () => {
  left.set("1", JSON.stringify({ action: "archive", emailId: "m1" }));
  left.set("2", JSON.stringify({ action: "read", emailId: "m2" }));
  await Promise.all([applyQueuedActions(client), applyQueuedActions(client)]);
  await applyQueuedActions(client);
  expect(orders()).toMatchObject([
    {
      target: { ids: new Set(["m1"]) },
      change: { folder: "archive" },
      doneText: "1 email archived",
    },
    {
      target: { ids: new Set(["m2"]) },
      change: { seen: true },
      doneText: "1 email marked as read",
    },
  ]);
  expect(left.size).toBe(0);
});

test("ignores a stored action that no notification offers", async () => {
  left.set("1", JSON.stringify({ action: "deleteForever", emailId: "m1" }));
  left.set("2", JSON.stringify({ action: "archive" }));
  left.set("3", "no answer of ours");
  left.set("4", "null");
  await applyQueuedActions(client);
  expect(orders()).toEqual([]);
  expect(left.size).toBe(0);
});

test("does not run the stored action of one user for the next", async () => {
  // Safe: only its token matters here.
  startSession({ user: { id: "u" } as never, token: "t" });
  left.set("1", JSON.stringify({ action: "archive", emailId: "m1" }));
  endSession();
  await vi.waitFor(() => expect(left.size).toBe(0));
});

test("signing out works without Cache Storage", () => {
  vi.stubGlobal("caches", undefined);
  startSession({ user: { id: "u" } as never, token: "t" }); // only its token matters here
  expect(() => endSession()).not.toThrow();
});
