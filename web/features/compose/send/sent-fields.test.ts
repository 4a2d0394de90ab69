import { QueryClient } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { memoryStorage } from "#/testing/memory-storage.ts";

vi.stubGlobal("localStorage", memoryStorage());
const { isReady, newDraft } = await import("#/features/compose/drafts/draft.ts");
const { queryKeys } = await import("#/api/queries.ts");
const { followSavesIn } = await import("#/state/changes/saved-drafts.ts");
const { sendDraft } = await import("#/features/compose/send/send-draft.ts");

const written = { to: "ann@example.org", subject: "Ropes", content: "Twelve metres" };

test("a message can be sent once it has a recipient, a subject and a text", () => {
  expect(isReady(newDraft(written))).toBe(true);
  for (const field of ["to", "subject", "content"]) {
    expect(isReady(newDraft({ ...written, [field]: " \n" })), field).toBe(false);
  }
});

/** Stubs responses to every call, and returns the messages sent. */
function sentMessages(): unknown[] {
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (path: string, { body = "" }: { body?: string } = {}) => {
    if (path === "/email/send") sent.push(JSON.parse(body));
    return Response.json({ id: "out", state: "accepted", preferences: { undoSeconds: 0 } });
  });
  return sent;
}
const options = { texts: { sent: "Sent", failed: "Failed" }, isShown: () => true };

test("a sent message is trimmed, and its blank copies are left out", async () => {
  const sent = sentMessages();
  const padded = newDraft({
    accountId: "a",
    to: " ann@example.org ",
    cc: " ",
    bcc: "",
    subject: " Ropes ",
    content: "\nTwelve metres\n",
  });
  await sendDraft(new QueryClient(), padded, options);
  expect(sent).toEqual([{ ...written, accountId: "a", undoSeconds: 0, draftId: padded.id }]);
});

test("a message or reply that is being sent is not sent a second time", async () => {
  const sent = sentMessages();
  const draft = newDraft({ accountId: "a", ...written });
  const sending = [1, 2].map(() => sendDraft(new QueryClient(), draft, options));
  expect(await Promise.all(sending)).toEqual([true, false]);
  expect(sent).toHaveLength(1);
});

test("the stored copy of a sent draft is no longer among the known drafts", async () => {
  sentMessages();
  const client = new QueryClient();
  followSavesIn(client);
  const draft = newDraft({ accountId: "a", ...written });
  client.setQueryData(queryKeys.drafts, { drafts: [{ id: draft.id }, { id: "other" }] });
  await sendDraft(client, draft, options);
  expect(client.getQueryData(queryKeys.drafts)).toEqual({ drafts: [{ id: "other" }] });
});
