import { beforeEach, expect, test, vi } from "vitest";
import { memoryStorage } from "#/testing/memory-storage.ts";

vi.stubGlobal("localStorage", memoryStorage());
const { closeWindow, compose } = await import("#/features/compose/drafts/composer.ts");
const { newDraft } = await import("#/features/compose/drafts/draft.ts");
const { localDrafts } = await import("#/features/compose/drafts/local-drafts.ts");
const { attachFiles, currentUserId, forgetWriting } =
  await import("#/features/compose/drafts/writing.ts");
const { useToasts } = await import("#/state/changes/toasts.ts");
beforeEach(() => {
  forgetWriting();
  localStorage.clear();
});

interface Answer {
  status: number;
  body: unknown;
}

/**
 * Stubs a server that responds to the bytes of a file when `bytes` resolves; returns the bodies with which drafts were saved.
 */
function takingFiles(bytes: Promise<Answer>): string[] {
  const saved: string[] = [];
  vi.stubGlobal(
    "fetch",
    async (path: string, { method, body }: { method: string; body: string }) => {
      if (path === "/email/uploads/start") return Response.json({ id: "file", offset: 0 });
      if (method === "PATCH") {
        const answer = await bytes;
        return Response.json(answer.body, { status: answer.status });
      }
      saved.push(body);
      return Response.json({ draft: { id: "", revision: saved.length } });
    },
  );
  return saved;
}

/** Attaches a file, closes the window and writes another message; returns the key of the first draft. */
function turnToAnotherMail(content: string): string {
  const draft = newDraft({ accountId: "a", content });
  compose(draft, { isUnsaved: content !== "" });
  attachFiles(draft.key, [{ file: new File(["rope"], "rope.txt"), cid: null }]);
  closeWindow(draft.key);
  compose(newDraft({ accountId: "a", forwardOf: "another" }));
  return draft.key;
}

test.each(["Dear Ann", ""])(
  "an upload in progress joins its draft while another message is written: %s",
  async (content) => {
    const { promise, resolve } = Promise.withResolvers<Answer>();
    const saved = takingFiles(promise);
    const key = turnToAnotherMail(content);
    if (content !== "") await expect.poll(() => saved).toHaveLength(1);
    resolve({ status: 200, body: { id: "file", offset: 4, isComplete: true } });
    await expect.poll(() => saved.join(), { timeout: 10_000 }).toContain("rope.txt");
    const keys = () => localDrafts(currentUserId()).map(({ draft }) => draft.key);
    await expect.poll(keys).not.toContain(key);
  },
);

test("warns when a file cannot join a draft that was laid aside", async () => {
  const refused = { code: "upload.too_large", message: "There is no room." };
  takingFiles(Promise.resolve({ status: 413, body: refused }));
  turnToAnotherMail("Dear Ann");
  await expect
    .poll(() => useToasts.getState().waiting.map(({ title }) => title))
    .toContain("rope.txt was not attached to your draft. There is no room.");
});
