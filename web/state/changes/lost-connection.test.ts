import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import { memoryStorage } from "#/testing/memory-storage.ts";

vi.stubGlobal("localStorage", memoryStorage());
const browser = new EventTarget();
vi.stubGlobal("window", browser);
const { changeEmails } = await import("#/state/changes/change-email.ts");
const { undoLatest } = await import("#/state/changes/undo.ts");
const { usePending } = await import("#/state/changes/pending-changes.ts");
const { useToasts } = await import("#/state/changes/toasts.ts");
const { useWaiting } = await import("#/state/changes/queued-changes.ts");

interface Asked {
  path: string;
  key: string | null;
  body: unknown;
}

/** Responds to each call with the next of `answers`; with `lost` the connection breaks before a response. */
function aServer(...answers: ("lost" | Response)[]): Asked[] {
  const asked: Asked[] = [];
  vi.stubGlobal("fetch", async (path: string, init: { headers: object; body?: string }) => {
    const key = new Headers({ ...init.headers }).get("idempotency-key");
    asked.push({ path, key, body: JSON.parse(init.body ?? "null") });
    const answer = answers.shift();
    if (answer === undefined || answer === "lost") throw new TypeError("Failed to fetch");
    return answer;
  });
  return asked;
}

const client = new QueryClient();
const waiting = () => useWaiting.getState().keys.size;
const shown = () => usePending.getState().changes;
const toast = () => useToasts.getState().waiting.at(-1);
const star = (doneText?: string) =>
  changeEmails(client, {
    target: { ids: new Set(["m1"]) },
    change: { starred: true },
    ...(doneText && { doneText }),
  });
const connectionIsBack = () => browser.dispatchEvent(new Event("online"));

beforeEach(() => useToasts.setState({ waiting: [] }));

test("a change whose response was lost stays shown and is sent again under its key", async () => {
  const asked = aServer("lost", Response.json({ count: 1, undoId: "u1" }));
  star();
  await vi.waitFor(() => expect(waiting()).toBe(1));
  expect(shown()).toHaveLength(1);
  connectionIsBack();
  await vi.waitFor(() => expect(shown()).toEqual([]));
  expect(waiting()).toBe(0);
  expect(asked.map(({ path }) => path)).toEqual(["/email/m1", "/email/bulk"]);
  expect(asked[0]?.key).toMatch(/\S/);
  expect(asked[1]?.key).toBe(asked[0]?.key);
  expect(toast()).toBeUndefined();
});

test("a change refused after the connection is restored is reverted, with one notification", async () => {
  const refusal = { code: "folder.not_found", message: "This folder does not exist." };
  aServer("lost", Response.json(refusal, { status: 404 }));
  star();
  await vi.waitFor(() => expect(waiting()).toBe(1));
  connectionIsBack();
  await vi.waitFor(() => expect(shown()).toEqual([]));
  expect(waiting()).toBe(0);
  expect(toast()?.title).toBe("A change made offline was rejected: This folder does not exist.");
});

test("a message deleted in the meantime is reported as refused", async () => {
  aServer("lost", Response.json({ count: 0, undoId: null }));
  star();
  await vi.waitFor(() => expect(waiting()).toBe(1));
  connectionIsBack();
  await vi.waitFor(() => expect(toast()?.title).toContain("This email no longer exists."));
  expect(shown()).toEqual([]);
});

test("a change undone while it waits reaches the server as change and undo", async () => {
  const asked = aServer(
    "lost",
    Response.json({ count: 1, undoId: "u1" }),
    "lost",
    Response.json({ count: 1 }),
  );
  star("Starred");
  await vi.waitFor(() => expect(waiting()).toBe(1));
  undoLatest();
  connectionIsBack();
  await vi.waitFor(() => expect(asked).toHaveLength(3));
  await vi.waitFor(() => {
    connectionIsBack();
    expect(shown()).toEqual([]);
  });
  const [, , first, second] = asked;
  expect(first).toMatchObject({ path: "/email/undo", body: { undoId: "u1" } });
  expect(second).toEqual(first);
  expect(waiting()).toBe(0);
});

test("a change of everything in a list is not applied to a later state of the list", async () => {
  aServer("lost");
  changeEmails(client, {
    target: { ids: new Set(), all: { folder: "recieved", accountId: null } },
    change: { folder: "archive" },
    doneText: "archived",
  });
  await vi.waitFor(() => expect(toast()?.title).toBe("The change could not be saved."));
  expect(waiting()).toBe(0);
  expect(shown()).toEqual([]);
});
