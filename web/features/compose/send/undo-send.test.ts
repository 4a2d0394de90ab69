import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import { memoryStorage } from "#/testing/memory-storage.ts";

vi.stubGlobal("localStorage", memoryStorage());
const { undoSend } = await import("#/features/compose/send/send-draft.ts");
const { newDraft } = await import("#/features/compose/drafts/draft.ts");
const { localDrafts } = await import("#/features/compose/drafts/local-drafts.ts");
const { forgetWriting, currentUserId } = await import("#/features/compose/drafts/writing.ts");
beforeEach(() => {
  forgetWriting();
  localStorage.clear();
});

const mail = { outboxId: "out", draft: newDraft({ accountId: "a", content: "Dear Ann" }) };
const kept = () => localDrafts(currentUserId()).map(({ draft }) => draft.content);

/** Stubs the server; returns the drafts stored locally at the time of each request. */
function answering(answer: () => Response): string[][] {
  const seen: string[][] = [];
  vi.stubGlobal("fetch", async (_path: string, { method }: { method?: string } = {}) => {
    if (method === "DELETE") seen.push(kept());
    return answer();
  });
  return seen;
}

test("a canceled message is stored locally before the server is asked", async () => {
  const seen = answering(() => Response.json({ id: "out", state: "cancelled" }));
  expect(await undoSend(new QueryClient(), mail)).toBe(true);
  expect(seen).toEqual([["Dear Ann"]]);
});

test("a lost response loses no text", async () => {
  answering(() => {
    throw new TypeError("offline");
  });
  expect(await undoSend(new QueryClient(), mail)).toBe(false);
  expect(kept()).toEqual(["Dear Ann"]);
});

test("stores nothing after the message was sent", async () => {
  answering(() => Response.json({ code: "send.too_late", message: "Sent" }, { status: 409 }));
  expect(await undoSend(new QueryClient(), mail)).toBe(false);
  expect(kept()).toEqual([]);
});
