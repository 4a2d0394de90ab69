import type { Api } from "@inlet/contract/api.ts";
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, onTestFinished, test, vi } from "vitest";
import { draftsQuery } from "#/api/writing-queries.ts";
import { memoryStorage } from "#/testing/memory-storage.ts";

vi.stubGlobal("localStorage", memoryStorage());
const { followSavesIn, saveOnServer } = await import("#/state/changes/saved-drafts.ts");
const { createLiveEventHandler } = await import("#/state/live/handle-live-event.ts");

type Answer = Api["GET /email/drafts"]["output"];
const aDraft = (revision: number, content: string) => ({
  id: "d1",
  revision,
  content,
  threadId: "t1",
  accountId: "a",
});

/** Shows the known drafts of a server that has one; returns its requests, and what ends each save. */
async function shownDrafts() {
  const requests: string[] = [];
  const saves: ((draft: object) => void)[] = [];
  vi.stubGlobal("fetch", async (_path: string, { method = "GET" }: RequestInit = {}) => {
    requests.push(method);
    if (method === "GET") return Response.json({ drafts: [aDraft(1, "Dear")], unopened: [] });
    const { promise, resolve } = Promise.withResolvers<object>();
    saves.push(resolve);
    return Response.json({ draft: await promise });
  });
  const client = new QueryClient();
  const observer = new QueryObserver(client, draftsQuery);
  onTestFinished(observer.subscribe(() => undefined));
  await expect.poll(() => client.getQueryData<Answer>(draftsQuery.queryKey)).toBeDefined();
  requests.length = 0;
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  followSavesIn(client);
  const handle = createLiveEventHandler(client, stop.signal);
  return {
    requests,
    saves,
    changed: (...ids: string[]) => handle({ kind: "draft.changed", ids }),
    shown: () =>
      observer.getCurrentResult().data?.map(({ content, threadId }) => [content, threadId]),
  };
}

test.each(["before", "after"])(
  "a save is shown from its response, and its event %s that fetches nothing",
  async (when) => {
    const { requests, saves, changed, shown } = await shownDrafts();
    const saving = saveOnServer({ id: "d1", revision: 1, accountId: "a", content: "Dear Ann" });
    if (when === "before") changed("d1", "2");
    saves[0]?.(aDraft(2, "Dear Ann"));
    await saving;
    expect(shown()).toEqual([["Dear Ann", "t1"]]);
    if (when === "after") changed("d1", "2");
    // The next change of the server's copy is reported without a revision.
    changed("d1");
    await expect.poll(() => shown()).toEqual([["Dear", "t1"]]);
    expect(requests).toEqual(["PUT", "GET"]);
  },
);

test("a save of another device is fetched, also while this page saves", async () => {
  const { requests, saves, changed, shown } = await shownDrafts();
  const saving = saveOnServer({ id: "d1", revision: 1, accountId: "a", content: "Dear Ann" });
  changed("d1", "3");
  saves[0]?.(aDraft(2, "Dear Ann"));
  await saving;
  await expect.poll(() => requests).toEqual(["PUT", "GET"]);
  changed("d2", "1");
  await expect.poll(() => requests).toEqual(["PUT", "GET", "GET"]);
  expect(shown()).toEqual([["Dear", "t1"]]);
});
