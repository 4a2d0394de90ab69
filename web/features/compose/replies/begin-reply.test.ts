import { Draft as Saved } from "@inlet/contract/mail/drafts.ts";
import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import { memoryStorage } from "#/testing/memory-storage.ts";
import { aRow } from "#/testing/email-row.ts";

vi.stubGlobal("localStorage", memoryStorage());
const { draftsQuery } = await import("#/api/writing-queries.ts");
const { discard, discardStored, openDraft } = await import("#/features/compose/drafts/composer.ts");
const { newDraft, ownText } = await import("#/features/compose/drafts/draft.ts");
const { draftOfSaved } = await import("#/features/compose/drafts/thread-drafts.ts");
const { draftOfKey, forgetWriting, useWriting } =
  await import("#/features/compose/drafts/writing.ts");
const { beginReply, withReplyText } = await import("#/features/compose/replies/begin-reply.ts");
const { undoLatest } = await import("#/state/changes/undo.ts");

beforeEach(() => {
  vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("There is no connection.")));
  forgetWriting();
  localStorage.clear();
});

const email = { ...aRow("m"), subject: "Ropes", replyTo: ["ann@example.org"] };

/** Returns a reply to the message that the server has. */
const aSaved = (more: object = {}): Saved =>
  Saved.parse({
    id: "d",
    revision: 3,
    updatedAt: "2026-11-21T00:00:00.000Z",
    emailId: null,
    accountId: "a",
    to: "ann@example.org",
    subject: "Re: Ropes",
    content: "Twelve metres",
    inReplyTo: email.id,
    ...more,
  });

/** Returns a client that knows these drafts of the server. */
function clientWith(...drafts: Saved[]): QueryClient {
  const client = new QueryClient();
  client.setQueryData(draftsQuery.queryKey, { drafts, unopened: [] });
  return client;
}

const aReply = (content: string) =>
  newDraft({ accountId: "a", inReplyTo: email.id, content, isInReplyDialog: true });
/** Returns the text in the reply card of the message. */
const inCard = () => draftOfKey(useWriting.getState().replyKeys[email.id] ?? "")?.content;
/** Returns the texts in the windows. */
const inWindows = () => useWriting.getState().windows.map(({ key }) => draftOfKey(key)?.content);

test("each of two replies to one message opens in the card", () => {
  const [one, other] = [aReply("One"), aReply("Other")];
  openDraft(one);
  openDraft(other);
  expect(inCard()).toBe("Other");
  openDraft(one);
  expect(inCard()).toBe("One");
});

test("a discarded reply comes back in the card, and beside another one in a window", async () => {
  const reply = aReply("Twelve metres");
  openDraft(reply);
  discard(reply.key);
  await expect.poll(inCard).toBeUndefined();
  undoLatest();
  expect(inCard()).toBe("Twelve metres");
  expect(inWindows()).toEqual([]);

  discard(useWriting.getState().replyKeys[email.id] ?? "");
  await expect.poll(inCard).toBeUndefined();
  openDraft(aReply("Thirteen metres"));
  undoLatest();
  expect(inCard()).toBe("Thirteen metres");
  expect(inWindows()).toEqual(["Twelve metres"]);
});

test("a discarded reply comes back in the card while its deletion is running", () => {
  const reply = aReply("Twelve metres");
  openDraft(reply);
  discard(reply.key);
  undoLatest();
  expect(inCard()).toBe("Twelve metres");
  expect(inWindows()).toEqual([]);
});

test("a discarded reply replaces one in which nothing was written", async () => {
  const reply = aReply("Twelve metres");
  openDraft(reply);
  discard(reply.key);
  await expect.poll(inCard).toBeUndefined();
  beginReply(clientWith(), email, []);
  undoLatest();
  expect(inCard()).toBe("Twelve metres");
});

test.each([
  ["an ordinary reply", {}, true],
  ["a blind copy", { bcc: "sam@example.org" }, false],
  ["another subject", { subject: "Lines" }, false],
  ["the request of a receipt", { requestReceipt: true }, false],
  ["a message that is no reply", { inReplyTo: null }, false],
])("a stored draft that was discarded is fully visible again: %s", (_, fields, isInCard) => {
  const saved = aSaved(fields);
  discardStored(draftOfSaved(saved, "", saved.inReplyTo === null ? undefined : email));
  expect(useWriting.getState().drafts).toEqual({});
  undoLatest();
  expect([inCard(), inWindows()]).toEqual(
    isInCard ? ["Twelve metres", []] : [undefined, ["Twelve metres"]],
  );
});

test("a suggestion leaves the signature of a stored reply in place", () => {
  const content = "Twelve metres\n\n-- \nAnn Lee";
  const draft = draftOfSaved(aSaved({ content }), "Ann Lee", email);
  expect(ownText(draft)).toBe("Twelve metres");
  expect(withReplyText(draft, "Thanks").content).toBe("Thanks\n\n-- \nAnn Lee");
});

test("a stored reply without the sender's signature remains without it", () => {
  const draft = draftOfSaved(aSaved(), "Ann Lee", email);
  expect(withReplyText(draft, "Thanks").content).toBe("Thanks");
});

test("a reply to a message continues the one that only the server has, as it is", () => {
  const client = clientWith(aSaved({ cc: "sam@example.org" }), aSaved({ id: "e" }));
  const key = beginReply(client, email, []);
  expect(draftOfKey(key)).toMatchObject({ id: "d", cc: "sam@example.org" });
  expect(inCard()).toBe("Twelve metres");
  expect(beginReply(client, email, null)).toBe(key);
});

test("a stored reply that the card would not fully show continues in a window", () => {
  beginReply(clientWith(aSaved({ bcc: "sam@example.org" })), email, []);
  expect(inCard()).toBeUndefined();
  expect(inWindows()).toEqual(["Twelve metres"]);
});

test("a reply that is written in a window is not continued in the card as well", () => {
  const saved = aSaved();
  openDraft({ ...draftOfSaved(saved, "", email), isInReplyDialog: false });
  const key = beginReply(clientWith(saved), email, []);
  expect(draftOfKey(key)?.content).toBe("");
});
