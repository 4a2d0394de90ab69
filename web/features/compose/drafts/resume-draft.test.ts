import { AccountId } from "@inlet/contract/ids.ts";
import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import { memoryStorage } from "#/testing/memory-storage.ts";

vi.stubGlobal("localStorage", memoryStorage());
const { queryKeys } = await import("#/api/queries.ts");
const { closeWindow, compose, composeSaved, discard, saveThroughChanges } =
  await import("#/features/compose/drafts/composer.ts");
const { newDraft } = await import("#/features/compose/drafts/draft.ts");
const { draftOfKey, editDraft, forgetWriting, saveEverything, useWriting } =
  await import("#/features/compose/drafts/writing.ts");
beforeEach(() => {
  forgetWriting();
  localStorage.clear();
});

interface Saved {
  id: string;
  revision: number;
  content: string;
}

/** Stubs a server that stores drafts; returns the drafts it received. */
function keepingDrafts(): Saved[] {
  const saved: Saved[] = [];
  vi.stubGlobal("fetch", async (path: string, { body }: { body?: string } = {}) => {
    const { content, revision } = JSON.parse(body ?? "{}") as Saved;
    const id = path.slice(path.lastIndexOf("/") + 1);
    saved.push({ id, revision, content });
    return Response.json({ draft: { id, revision: revision + 1 } });
  });
  return saved;
}

const accountId = AccountId.parse("a");
const shownKey = () => useWriting.getState().windows.at(-1)?.key ?? "";
const shown = () => draftOfKey(shownKey());

test("a closed draft opens with the server's current content, and continues from it", async () => {
  const saved = keepingDrafts();
  const draft = newDraft({ accountId, content: "Dear Ann" });
  compose(draft, { isUnsaved: true });
  closeWindow(draft.key);
  await expect.poll(() => localStorage.length).toBe(0);
  expect(saved).toEqual([{ id: draft.id, revision: 0, content: "Dear Ann" }]);

  composeSaved({ id: draft.id, revision: 2, accountId, content: "Dear Ann, it rains" });
  expect(shown()?.content).toBe("Dear Ann, it rains");
  editDraft(shownKey(), { content: "Dear Ann, it pours" });
  saveEverything();
  await expect
    .poll(() => saved.at(-1))
    .toEqual({ id: draft.id, revision: 2, content: "Dear Ann, it pours" });
});

test("a discarded draft disappears from the known drafts at once", async () => {
  keepingDrafts();
  const client = new QueryClient();
  for (const name of ["window", "document"]) vi.stubGlobal(name, new EventTarget());
  const stop = saveThroughChanges(client);
  const draft = newDraft({ accountId, content: "Dear Ann" });
  compose(draft, { isUnsaved: true });
  client.setQueryData(queryKeys.drafts, { drafts: [{ id: draft.id }, { id: "other" }] });
  discard(draft.key);
  await expect
    .poll(() => client.getQueryData(queryKeys.drafts))
    .toEqual({ drafts: [{ id: "other" }] });
  stop();
});
