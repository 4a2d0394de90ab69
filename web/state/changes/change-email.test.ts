import { limits } from "@inlet/contract/limits.ts";
import { InfiniteQueryObserver, QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import type { ListQuery } from "#/api/queries.ts";
import { aRow } from "#/testing/email-row.ts";
import { memoryStorage } from "#/testing/memory-storage.ts";

vi.stubGlobal("localStorage", memoryStorage());
const { changeEmails } = await import("#/state/changes/change-email.ts");
const { undoLatest } = await import("#/state/changes/undo.ts");
const { findRow } = await import("#/state/changes/find-row.ts");
const { flagsOf, listWith } = await import("#/state/changes/pending-change.ts");
const { usePending } = await import("#/state/changes/pending-changes.ts");
const { listQuery } = await import("#/api/queries.ts");
const { useToasts } = await import("#/state/changes/toasts.ts");

const inbox: ListQuery = { folder: "recieved", accountId: null };

/** A server with three messages in the inbox. It responds to requests when the test allows it, in that order. */
function aServer() {
  const stored = new Map(
    ["m3", "m2", "m1"].map((id, at) => [
      id,
      {
        folder: "recieved",
        row: aRow(id, { emailDate: new Date((3 - at) * 60_000).toISOString() }),
      },
    ]),
  );
  const undos = new Map<string, () => void>();
  const waiting: { what: string; answer: () => void; fail: (status: number) => void }[] = [];
  const toasts: string[] = [];
  let isHeld = false;
  const list = () => ({
    emails: [...stored.values()].flatMap(({ folder, row }) => (folder === "recieved" ? [row] : [])),
    hasMore: false,
    nextCursor: null,
  });
  const change = (id: string, body: { folder?: string; starred?: boolean }) => {
    const mail = stored.get(id);
    if (!mail) throw new Error(`no ${id}`);
    const before = { ...mail };
    if (body.folder !== undefined) mail.folder = body.folder;
    if (body.starred !== undefined) {
      mail.row = { ...mail.row, flags: body.starred ? [String.raw`\Flagged`] : [] };
    }
    return () => void stored.set(id, before);
  };
  const answerTo = (path: string, body: { ids?: string[]; undoId?: string; change?: object }) => {
    toasts.push(path);
    if (path === "/email/undo") {
      const undo = undos.get(body.undoId ?? "");
      if (!undo) return null;
      undo();
      return { count: 1 };
    }
    const ids = path === "/email/bulk" ? (body.ids ?? []) : [path.slice("/email/".length)];
    const backs = ids.map((id) => change(id, body.change ?? body));
    const undoId = `u${undos.size}`;
    undos.set(undoId, () => {
      for (const back of backs) back();
    });
    return { undoId };
  };
  const fetch = (path: string, { body }: { body?: string } = {}) =>
    new Promise<Response>((resolve, reject) => {
      // A list is read at the time of the request, however long its response takes.
      const read = path.startsWith("/email/list") ? list() : undefined;
      const answer = () => {
        const value = read ?? answerTo(path, JSON.parse(body ?? "{}"));
        resolve(
          Response.json(value ?? { code: "undo.too_late", message: "Too late" }, {
            status: value ? 200 : 409,
          }),
        );
      };
      const fail = (status: number) =>
        status === 0
          ? reject(new TypeError("offline"))
          : resolve(Response.json({ code: "internal", message: "no" }, { status }));
      if (isHeld) waiting.push({ what: path, answer, fail });
      else answer();
    });
  vi.stubGlobal("fetch", fetch);
  return {
    toasts,
    undos,
    hold: () => {
      isHeld = true;
    },
    /** Waits for the request and removes it from the queue. */
    request: async (what: string) => {
      await vi.waitFor(() => expect(waiting.map((each) => each.what)).toContain(what));
      const [request] = waiting.splice(
        waiting.findIndex((each) => each.what === what),
        1,
      );
      if (!request) throw new Error(`no request ${what}`);
      return request;
    },
    waiting: () => waiting.map(({ what }) => what),
  };
}

/** Creates a page that shows the inbox. */
async function aPage() {
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Infinity } },
  });
  const observer = new InfiniteQueryObserver(client, listQuery(inbox));
  observer.subscribe(() => undefined);
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBeDefined());
  return {
    client,
    shown: () => {
      const { data } = observer.getCurrentResult();
      const seen =
        data &&
        usePending.getState().changes.reduce((now, change) => listWith(inbox, now, change), data);
      return seen?.pages.flatMap(({ emails }) => emails.map(({ id }) => id));
    },
    isStarred: (id: string) => {
      const row = findRow(client, id);
      return row && flagsOf(row).isStarred;
    },
    refetch: () => observer.refetch(),
    archive: (...ids: string[]) =>
      changeEmails(client, {
        target: { ids: new Set(ids) },
        change: { folder: "archive" },
        doneText: "archived",
      }),
    star: (id: string, starred: boolean) =>
      changeEmails(client, { target: { ids: new Set([id]) }, change: { starred } }),
  };
}

const settled = () => vi.waitFor(() => expect(usePending.getState().changes).toEqual([]));
const lastToast = () => useToasts.getState().waiting.at(-1);
const all = ["m3", "m2", "m1"];

beforeEach(() => useToasts.setState({ waiting: [] }));

test("a change is visible before the server has it, and stays afterwards", async () => {
  const server = aServer();
  const page = await aPage();
  server.hold();
  page.archive("m2", "m1");
  expect(page.shown()).toEqual(["m3"]);
  expect(lastToast()).toMatchObject({ title: "archived", action: { label: "Undo (Z)" } });
  (await server.request("/email/bulk")).answer();
  await settled();
  expect(page.shown()).toEqual(["m3"]);
});

test("a list response from before the change does not restore the message", async () => {
  const server = aServer();
  const page = await aPage();
  server.hold();
  const refetched = page.refetch();
  const read = await server.request("/email/list?limit=20&folder=recieved");
  page.archive("m2");
  const change = await server.request("/email/m2");
  change.answer();
  await vi.waitFor(() => expect(server.toasts).toEqual(["/email/m2"]));
  expect(usePending.getState().changes).toHaveLength(1);
  expect(page.shown()).toEqual(["m3", "m1"]);
  read.answer();
  await refetched;
  await settled();
  expect(page.shown()).toEqual(["m3", "m1"]);
});

test("a refused change is reverted, reported, and retried on request", async () => {
  const server = aServer();
  const page = await aPage();
  server.hold();
  page.archive("m2");
  (await server.request("/email/m2")).fail(500);
  await vi.waitFor(() => expect(page.shown()).toEqual(all));
  expect(lastToast()).toMatchObject({ title: "The change could not be saved.", hasFailed: true });
  lastToast()?.action?.onAction();
  expect(page.shown()).toEqual(["m3", "m1"]);
  (await server.request("/email/m2")).answer();
  await settled();
  expect(page.shown()).toEqual(["m3", "m1"]);
});

test("undo applies to the page at once, and the server receives change and undo in order", async () => {
  const server = aServer();
  const page = await aPage();
  server.hold();
  page.archive("m2");
  undoLatest();
  expect(page.shown()).toEqual(all);
  const change = await server.request("/email/m2");
  expect(server.waiting()).toEqual([]);
  change.answer();
  (await server.request("/email/undo")).answer();
  await settled();
  expect(page.shown()).toEqual(all);
  expect(server.toasts).toEqual(["/email/m2", "/email/undo"]);
});

test("a later undo restores each row at its position, before the server has responded", async () => {
  const server = aServer();
  const page = await aPage();
  page.archive("m2", "m3");
  await settled();
  await page.refetch();
  expect(page.shown()).toEqual(["m1"]);
  server.hold();
  undoLatest();
  expect(page.shown()).toEqual(all);
  (await server.request("/email/undo")).answer();
  await settled();
  expect(page.shown()).toEqual(all);
});

test("a refused change needs no undo", async () => {
  const server = aServer();
  const page = await aPage();
  server.hold();
  page.archive("m2");
  undoLatest();
  (await server.request("/email/m2")).fail(500);
  await settled();
  expect(page.shown()).toEqual(all);
  expect(lastToast()?.hasFailed).toBe(false);
  expect(server.toasts).toEqual([]);
});

test("if it is too late to undo, the message leaves again with a notification", async () => {
  const server = aServer();
  const page = await aPage();
  page.archive("m2");
  await settled();
  server.undos.clear();
  undoLatest();
  expect(page.shown()).toEqual(all);
  await vi.waitFor(() => expect(page.shown()).toEqual(["m3", "m1"]));
  expect(lastToast()).toMatchObject({ title: "Too late", hasFailed: true });
});

test("two changes of one message reach the server in order", async () => {
  const server = aServer();
  const page = await aPage();
  server.hold();
  page.star("m2", true);
  page.star("m2", false);
  page.star("m1", true);
  expect([page.isStarred("m2"), page.isStarred("m1")]).toEqual([false, true]);
  const first = await server.request("/email/m2");
  (await server.request("/email/m1")).answer();
  expect(server.waiting()).toEqual([]);
  first.answer();
  (await server.request("/email/m2")).answer();
  await settled();
  expect([page.isStarred("m2"), page.isStarred("m1")]).toEqual([false, true]);
});

test("if the first of two changes is refused, the second one remains", async () => {
  const server = aServer();
  const page = await aPage();
  server.hold();
  page.star("m2", true);
  page.archive("m2");
  (await server.request("/email/m2")).fail(500);
  (await server.request("/email/m2")).answer();
  await settled();
  expect(page.shown()).toEqual(["m3", "m1"]);
});

test("undo reverts the latest change first, then the one before", async () => {
  aServer();
  const page = await aPage();
  page.archive("m1");
  page.archive("m3");
  await settled();
  undoLatest();
  await settled();
  expect(page.shown()).toEqual(["m3", "m2"]);
  undoLatest();
  await settled();
  expect(page.shown()).toEqual(all);
});

test("a change is announced for as long as it can be undone: permanent deletion a little longer", async () => {
  aServer();
  const { client, archive } = await aPage();
  archive("m3");
  expect(lastToast()).toMatchObject({ key: "change", timeoutMs: limits.undoChangeMs });
  await settled();
  const target = { ids: new Set(["m2"]) };
  changeEmails(client, { target, change: { deleteForever: true }, doneText: "gone" });
  expect(lastToast()).toMatchObject({ key: "change", timeoutMs: limits.undoDeleteMs });
  await settled();
});

test("a change of all search results sends the query to the server, and no folder", async () => {
  aServer();
  const { client } = await aPage();
  const asked = vi.spyOn(globalThis, "fetch");
  const hits: ListQuery = { folder: "", accountId: null, query: " rope " };
  changeEmails(client, {
    target: { ids: new Set(["m3"]), all: hits },
    change: { starred: true },
  });
  await settled();
  const body = JSON.stringify({ matching: { query: "rope" }, change: { starred: true } });
  expect(asked).toHaveBeenCalledWith("/email/bulk", expect.objectContaining({ body }));
});
