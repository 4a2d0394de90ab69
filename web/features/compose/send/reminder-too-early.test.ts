import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import { memoryStorage } from "#/testing/memory-storage.ts";

vi.stubGlobal("localStorage", memoryStorage());
const { sendDraft } = await import("#/features/compose/send/send-draft.ts");
const { newDraft } = await import("#/features/compose/drafts/draft.ts");
const { useSending } = await import("#/features/compose/send/sending-state.ts");
const { forgetWriting } = await import("#/features/compose/drafts/writing.ts");
beforeEach(() => {
  forgetWriting();
  localStorage.clear();
});

const mail = { accountId: "a", to: "ann@example.org", content: "Dear Ann" };
const sendAt = "2099-01-05T08:00:00.000Z";

async function send(remindAfter: string, at?: string) {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    return Response.json({ id: "out", state: "queued" });
  });
  const draft = { ...newDraft(mail), remindAfter };
  const texts = { sent: "Sent", failed: "Failed" };
  const options = { texts, ...(at && { sendAt: at }), isShown: () => true };
  const isStored = await sendDraft(new QueryClient(), draft, options);
  return { isStored, asked, failure: useSending.getState().failures[draft.key] };
}

test.each([
  ["2099-01-04T08:00:00.000Z", sendAt],
  [sendAt, sendAt],
  ["2020-01-01T08:00:00.000Z", undefined],
])("a reminder for %s is refused with a message if the email is sent after it", async (by, at) => {
  expect(await send(by, at)).toEqual({
    isStored: false,
    asked: [],
    failure:
      "The reminder is earlier than the scheduled send time. Choose a later date or remove the reminder.",
  });
});

test("a reminder after the send time is accepted", async () => {
  expect(await send("2099-01-06T08:00:00.000Z", sendAt)).toMatchObject({
    isStored: true,
    failure: undefined,
  });
});
