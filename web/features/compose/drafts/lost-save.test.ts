import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import { memoryStorage } from "#/testing/memory-storage.ts";

vi.stubGlobal("localStorage", memoryStorage());
const { compose, discard } = await import("#/features/compose/drafts/composer.ts");
const { newDraft } = await import("#/features/compose/drafts/draft.ts");
const { sendDraft } = await import("#/features/compose/send/send-draft.ts");
const { forgetWriting, saveEverything } = await import("#/features/compose/drafts/writing.ts");
beforeEach(() => {
  forgetWriting();
  localStorage.clear();
});

/** Stubs a server whose responses to saves are lost; returns all requests it received, in order. */
function losingSaves(): string[] {
  const asked: string[] = [];
  vi.stubGlobal(
    "fetch",
    async (
      path: string,
      { method = "GET", body = "" }: { method?: string; body?: string } = {},
    ) => {
      asked.push(`${method} ${path} ${body}`);
      if (method === "PUT") throw new TypeError("The answer is lost.");
      return Response.json({ id: "out", state: "accepted", preferences: { undoSeconds: 0 } });
    },
  );
  return asked;
}

async function writtenDraft(asked: string[]) {
  const draft = newDraft({ accountId: "a", to: "ann@example.org", content: "Dear Ann" });
  compose(draft, { isUnsaved: true });
  saveEverything();
  await expect.poll(() => asked.filter((one) => one.startsWith("PUT"))).toHaveLength(1);
  return draft;
}

test("sending a message removes its draft, though the response to saving it was lost", async () => {
  const asked = losingSaves();
  const draft = await writtenDraft(asked);
  const texts = { sent: "Sent", failed: "Failed" };
  await sendDraft(new QueryClient(), draft, { texts, isShown: () => true });
  const sent = asked.find((one) => one.startsWith("POST /email/send"));
  expect(sent).toContain(`"draftId":"${draft.id}"`);
});

test("a discarded draft is deleted on the server, even if the response to its save was lost", async () => {
  const asked = losingSaves();
  const draft = await writtenDraft(asked);
  discard(draft.key);
  await expect.poll(() => asked).toContainEqual(`DELETE /email/drafts/${draft.id} `);
});
