import { InfiniteQueryObserver, QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import type { ListQuery } from "#/api/queries.ts";
import { aRow } from "#/testing/email-row.ts";
import { memoryStorage } from "#/testing/memory-storage.ts";

vi.stubGlobal("localStorage", memoryStorage());
const { changeEmails } = await import("#/state/changes/change-email.ts");
const { changesDone } = await import("#/state/changes/finished-changes.ts");
const { undoLatest } = await import("#/state/changes/undo.ts");
const { listWith } = await import("#/state/changes/pending-change.ts");
const { usePending } = await import("#/state/changes/pending-changes.ts");
const { listQuery } = await import("#/api/queries.ts");
const { useToasts } = await import("#/state/changes/toasts.ts");

const inbox: ListQuery = { folder: "recieved", accountId: null };
const undoId = "u1";
const settled = () => vi.waitFor(() => expect(usePending.getState().changes).toEqual([]));

beforeEach(() => useToasts.setState({ waiting: [] }));

/** A page that shows the inbox of a server which applies a change to one message at once, and to the rest later. */
async function aPage() {
  let here = ["m3", "m2", "m1"];
  const asked: string[] = [];
  const answers: Record<string, () => object> = {
    "/email/bulk": () => {
      here = ["m2", "m1"];
      return { count: 3, undoId, goesOnUntil: "m3" };
    },
    "/email/undo": () => {
      here = here.filter((id) => id > "m3").concat("m1");
      return { count: 3, goesOn: true };
    },
  };
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    const emails = here.map((id) =>
      aRow(id, { emailDate: new Date(Number(id.slice(1)) * 60_000).toISOString() }),
    );
    const list = () => ({ emails, hasMore: false, nextCursor: null });
    return Response.json((answers[path] ?? list)());
  });
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Infinity } },
  });
  const observer = new InfiniteQueryObserver(client, listQuery(inbox));
  observer.subscribe(() => undefined);
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBeDefined());
  return {
    serverHas: async (...ids: string[]) => {
      here = ids;
      await observer.refetch();
    },
    answered: (path: string) =>
      vi.waitFor(() => {
        expect(asked).toContain(path);
        expect(client.isFetching()).toBe(0);
      }),
    shown: () => {
      const { data } = observer.getCurrentResult();
      const { changes } = usePending.getState();
      const seen = data && changes.reduce((now, change) => listWith(inbox, now, change), data);
      return seen?.pages.flatMap(({ emails }) => emails.map(({ id }) => id));
    },
    archiveAll: () =>
      changeEmails(client, {
        target: { ids: new Set(["m3"]), all: inbox },
        change: { folder: "archive" },
        doneText: "archived",
      }),
  };
}

test("the page applies a change that the server has not finished, and shows mail that arrives in between", async () => {
  const page = await aPage();
  page.archiveAll();
  expect(page.shown()).toEqual([]);
  await page.answered("/email/bulk");
  await page.serverHas("m4", "m2", "m1");
  expect(page.shown()).toEqual(["m4"]);
  changesDone([undoId]);
  await settled();
  expect(page.shown()).toEqual(["m4"]);
});

test("a change.done event that precedes the response is not lost", async () => {
  const page = await aPage();
  changesDone([undoId]);
  page.archiveAll();
  await settled();
  expect(page.shown()).toEqual([]);
});

test("undo applies on the page while the server still executes the change", async () => {
  const page = await aPage();
  page.archiveAll();
  await page.answered("/email/bulk");
  undoLatest();
  expect(page.shown()).toEqual(["m3", "m2", "m1"]);
  await page.answered("/email/undo");
  await page.serverHas("m4", "m1");
  expect(page.shown()).toEqual(["m4", "m3", "m2", "m1"]);
  await page.serverHas("m4", "m3", "m2", "m1");
  changesDone([undoId]);
  await settled();
  expect(page.shown()).toEqual(["m4", "m3", "m2", "m1"]);
});

test("after a gap in the stream, the lists are as the server returns them", async () => {
  const page = await aPage();
  page.archiveAll();
  await page.answered("/email/bulk");
  await page.serverHas("m2", "m1");
  changesDone(null);
  await settled();
  await page.serverHas("m1");
  expect(page.shown()).toEqual(["m1"]);
});
