import { expect, test } from "vitest";
import { withDatabases } from "#/testing/database/database.ts";
import { aFiledMailbox } from "#/testing/mailboxes/filed-mailbox.ts";
import { aMessage } from "#/testing/apps/published-calls.ts";
import { messagesOfThreads } from "./queries.ts";
import { getMessage, pageOfRole } from "#/store/messages/queries.ts";

withDatabases((open) => {
  test("a conversation whose older message returned from snoozing is listed once, at the top", async () => {
    const { userId, id, ...box } = await aConversation(open, 2);
    const until = box.clock.at + 60_000;
    await box.change({ snoozeUntil: until });
    box.clock.at = until;
    await box.execute("snoozed.return", { userId });
    const page = { userId, role: "inbox" as const, eachThreadOnce: true };
    const [first] = await pageOfRole(box.reader, { ...page, limit: 1 });
    expect(first?.id).toBe(id);
    const rest = await pageOfRole(box.reader, { ...page, limit: 9, before: first?.date_key });
    expect(rest.map((row) => row.subject)).toEqual(["Alone"]);
  });

  test("lists a conversation longer than the page once, and finds messages below it", async () => {
    const { userId, reader } = await aConversation(open, 9);
    const page = { userId, role: "inbox" as const, eachThreadOnce: true, limit: 2 };
    const rows = await pageOfRole(reader, page);
    expect(rows.map((row) => row.subject)).toEqual(["Subject 9", "Alone"]);
  });

  test("in oldest-first order, a conversation is at the position of its newest message", async () => {
    const { userId, id, reader, ...box } = await aConversation(open, 9);
    const page = { userId, role: "inbox" as const, eachThreadOnce: true, isOldestFirst: true };
    const [first] = await pageOfRole(reader, { ...page, limit: 1 });
    expect(first?.subject).toBe("Alone");
    const rest = await pageOfRole(reader, { ...page, limit: 1, before: first?.date_key });
    expect(rest.map((row) => row.subject)).toEqual(["Subject 9"]);
    const until = box.clock.at + 60_000;
    await box.change({ snoozeUntil: until });
    box.clock.at = until;
    await box.execute("snoozed.return", { userId });
    const all = await pageOfRole(reader, { ...page, limit: 9 });
    expect(all.map((row) => row.id)).toEqual([first?.id, id]);
  });

  test("returns the newest messages of a long conversation", async () => {
    const { userId, id, reader } = await aConversation(open, 5);
    const threadId = (await getMessage(reader, userId, id))?.thread_id;
    const found = await messagesOfThreads(reader, userId, threadId ? [threadId] : [], 3);
    const all = await messagesOfThreads(reader, userId, threadId ? [threadId] : [], 5);
    expect(all).toHaveLength(5);
    expect(found).toEqual(all.slice(0, 3));
  });
});

/** Creates one conversation of `count` messages, and a message older than all but its first. */
async function aConversation(open: Parameters<typeof aFiledMailbox>[0], count: number) {
  const box = await aFiledMailbox(open);
  const { userId, accountId } = box;
  const references = [aMessage({ uid: 1 }).message.messageId];
  const answers = Array.from({ length: count - 1 }, (_, index) =>
    aMessage({ uid: index + 2, message: { references } }),
  );
  const { internalDate } = aMessage({ uid: 1 });
  const alone = { ...aMessage({ uid: 99, message: { subject: "Alone" } }), internalDate };
  const messages = [alone, ...answers];
  await box.execute("messages.takeIn", {
    userId,
    accountId,
    folderId: box.folder("inbox").id,
    messages,
  });
  return box;
}
