import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import { memoryStorage } from "#/testing/memory-storage.ts";

vi.stubGlobal("localStorage", memoryStorage());
const { sendDraft } = await import("#/features/compose/send/send-draft.ts");
const { newDraft } = await import("#/features/compose/drafts/draft.ts");
const { forgetWriting } = await import("#/features/compose/drafts/writing.ts");
const { useToasts } = await import("#/state/changes/toasts.ts");
beforeEach(() => {
  forgetWriting();
  localStorage.clear();
  useToasts.setState({ waiting: [] });
});

test.each([
  ["queued", /^Your email will be sent on /],
  ["accepted", /^This email has already been sent/],
])(
  "a scheduled message that is %s when it is tried again is reported with its real state",
  async (state, message) => {
    vi.stubGlobal("fetch", async () => Response.json({ id: "out", state }));
    const draft = newDraft({ accountId: "a", to: "ann@example.org", content: "Dear Ann" });
    const texts = { sent: "Sent", failed: "Failed" };
    const sendAt = new Date("2030-01-01T08:00:00Z").toISOString();
    const options = { texts, sendAt, isShown: () => true };
    expect(await sendDraft(new QueryClient(), draft, options)).toBe(true);
    expect(useToasts.getState().waiting).toMatchObject([{ title: expect.stringMatching(message) }]);
  },
);
