import { limits } from "@inlet/contract/limits.ts";
import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import { memoryStorage } from "#/testing/memory-storage.ts";

vi.stubGlobal("localStorage", memoryStorage());
const { changeEmails } = await import("#/state/changes/change-email.ts");
const { undoLatest } = await import("#/state/changes/undo.ts");
const { usePending } = await import("#/state/changes/pending-changes.ts");
const { useToasts } = await import("#/state/changes/toasts.ts");

const many = Array.from({ length: limits.bulkIds + 2 }, (_, n) => `m${n}`);
const lastToast = () => useToasts.getState().waiting.at(-1);

/** Requests to the server: the number of messages changed, or the id of the change undone. It refuses the second one. */
let calls: (number | string)[] = [];
beforeEach(async () => {
  calls = [];
  vi.stubGlobal("fetch", async (path: string, { body = "{}" }: { body?: string } = {}) => {
    const { ids, undoId } = JSON.parse(body);
    calls.push(path === "/email/undo" ? undoId : ids.length);
    if (calls.length === 2)
      return Response.json({ code: "internal", message: "" }, { status: 500 });
    return Response.json(path === "/email/undo" ? { count: 1 } : { undoId: `of ${calls.length}` });
  });
});

async function archivePartly(client: QueryClient): Promise<void> {
  const target = { ids: new Set(many) };
  changeEmails(client, { target, change: { folder: "archive" }, doneText: "archived" });
  await vi.waitFor(() => expect(lastToast()).toMatchObject({ hasFailed: true }));
  expect(calls).toEqual([limits.bulkIds, 2]);
}

test("the finished part of a change can be undone after another part was refused", async () => {
  const client = new QueryClient();
  await archivePartly(client);
  undoLatest();
  await vi.waitFor(() => expect(calls.slice(2)).toEqual(["of 1"]));
  await vi.waitFor(() => expect(usePending.getState().changes).toEqual([]));
});

test("a change resumes with the refused part, and is undone as a whole", async () => {
  const client = new QueryClient();
  await archivePartly(client);
  lastToast()?.action?.onAction();
  await vi.waitFor(() => expect(usePending.getState().changes).toEqual([]));
  undoLatest();
  await vi.waitFor(() => expect(calls.slice(2)).toEqual([2, "of 1", "of 3"]));
});
