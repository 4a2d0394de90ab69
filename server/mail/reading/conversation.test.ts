import { listThreads } from "@inlet/contract/mail/threads.ts";
import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { createLog } from "#/base/log.ts";
import { createSecretBox } from "#/base/secret-box.ts";
import { createBlobs } from "#/store/blobs/blobs.ts";
import type { Database } from "#/store/engine/database.ts";
import type { IncomingMessage } from "#/store/messages/ingest-types.ts";
import { withDatabases } from "#/testing/database/database.ts";
import { noTokens } from "#/testing/factories/no-tokens.ts";
import { openStore } from "#/testing/database/test-store.ts";
import { aMessage, anAccount, aUser, someFolders } from "#/testing/apps/published-calls.ts";
import { egressTo } from "#/testing/fakes/web-egress.ts";
import type { MailContext } from "#/mail/context.ts";
import { listConversations, readConversation } from "./conversation.ts";

const roles = ["inbox", "sent", "archive", "trash", "drafts"] as const;

/** Creates a user with two accounts. Messages are named by their UID and reply to the messages they name. */
async function aReader(open: () => Promise<Database>) {
  const store = await openStore(open);
  const userId = await aUser(store.execute);
  const accountIds = [
    await anAccount(store.execute, userId, "ada@one.example"),
    await anAccount(store.execute, userId, "ada@two.example"),
  ] as const;
  const mail: MailContext = {
    ...store,
    log: createLog("silent"),
    blobs: createBlobs({ dir: tmpdir(), capBytes: 0 }),
    egress: egressTo("nowhere.example"),
    box: createSecretBox(Buffer.alloc(32, 1)),
    tokens: noTokens,
  };
  const folders = [
    await someFolders(store.execute, userId, accountIds[0], [...roles]),
    await someFolders(store.execute, userId, accountIds[1], [...roles]),
  ] as const;
  const receive = async (
    where: 0 | 1,
    role: (typeof roles)[number],
    uid: number,
    answers: number[] = [],
    given: Partial<IncomingMessage> = {},
  ) => {
    const folder = folders[where].find((each) => each.role === role);
    if (folder === undefined) throw new Error("No such folder.");
    const references = answers.map((one) => `m${one}@example.org`);
    const from = given.isOwn ? { from: [{ name: "Ada", address: "ada@one.example" }] } : {};
    const one = aMessage({ uid, ...given, message: { references, ...from } });
    const batch = { userId, accountId: accountIds[where], folderId: folder.id };
    const [ingested] = await store.execute("messages.takeIn", { ...batch, messages: [one] });
    if (!ingested) throw new Error("The message was not taken in.");
    return ingested.messageId;
  };
  const list = (query: object) => listConversations(mail, userId, listThreads.input.parse(query));
  const read = async (subject: string) => {
    const row = await store.database.reader
      .selectFrom("messages")
      .select("thread_id")
      .where("subject", "=", subject)
      .executeTakeFirstOrThrow();
    return readConversation(mail, userId, row.thread_id);
  };
  const subjectsOf = async (subject: string) =>
    (await read(subject)).emails.map((email) => email.subject);
  return { mail, userId, accountIds, receive, list, read, subjectsOf };
}

const subject = (uid: number) => `Subject ${uid}`;

withDatabases((open) => {
  test("a conversation includes own replies, oldest first", async () => {
    const { receive, read } = await aReader(open);
    await receive(0, "inbox", 1);
    await receive(0, "sent", 2, [1], { isOwn: true });
    await receive(0, "archive", 3, [1, 2]);
    const { emails } = await read(subject(1));
    expect(emails.map((email) => [email.subject, email.folder, email.isOwn])).toEqual([
      [subject(1), "inbox", false],
      [subject(2), "sent", true],
      [subject(3), "archive", false],
    ]);
  });

  test("a message received in two accounts is shown once", async () => {
    const { receive, subjectsOf } = await aReader(open);
    await receive(0, "inbox", 1);
    await receive(1, "inbox", 1);
    await receive(1, "inbox", 2, [1]);
    expect(await subjectsOf(subject(2))).toEqual([subject(1), subject(2)]);
  });

  test("messages in Trash are shown only if the whole conversation is there", async () => {
    const { receive, subjectsOf } = await aReader(open);
    await receive(0, "inbox", 1);
    await receive(0, "trash", 2, [1]);
    await receive(0, "trash", 3);
    await receive(0, "trash", 4, [3]);
    expect(await subjectsOf(subject(1))).toEqual([subject(1)]);
    expect(await subjectsOf(subject(3))).toEqual([subject(3), subject(4)]);
  });

  test("an unsent draft of an answer is not part of the conversation yet", async () => {
    const { receive, subjectsOf } = await aReader(open);
    await receive(0, "inbox", 1);
    await receive(0, "drafts", 2, [1], { isOwn: true });
    expect(await subjectsOf(subject(1))).toEqual([subject(1)]);
  });

  test("a list by conversations names each once, at its newest message", async () => {
    const { receive, list } = await aReader(open);
    await receive(0, "inbox", 1);
    await receive(0, "inbox", 2);
    await receive(0, "sent", 3, [2], { isOwn: true, flags: ["\\Seen"] });
    const newest = await receive(0, "inbox", 4, [1]);
    const { threads, hasMore } = await list({});
    expect(hasMore).toBe(false);
    expect(threads).toMatchObject([
      { id: newest, subject: subject(4), count: 2, unread: 2 },
      { subject: subject(2), count: 2, unread: 1 },
    ]);
    expect(threads[1]?.writers).toEqual([
      { name: "Grace Hopper", address: "grace@example.com", isOwn: false },
      { name: "Ada", address: "ada@one.example", isOwn: true },
    ]);
  });

  test("the pages of a conversation list repeat none and omit none", async () => {
    const { receive, list } = await aReader(open);
    // Five conversations whose messages are interleaved.
    for (let uid = 1; uid <= 40; uid += 1) await receive(0, "inbox", uid, uid > 5 ? [uid - 5] : []);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list({ limit: 2, cursor });
      seen.push(...page.threads.map((thread) => thread.subject));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual([40, 39, 38, 37, 36].map(subject));
  });

  test("lists of one account and of starred mail are grouped by conversation too", async () => {
    const { receive, list, accountIds } = await aReader(open);
    await receive(0, "inbox", 1, [], { flags: ["\\Flagged"] });
    await receive(0, "inbox", 2, [1]);
    await receive(1, "inbox", 3, [1]);
    const subjects = async (query: object) =>
      (await list(query)).threads.map((thread) => thread.subject);
    expect(await subjects({ accountId: accountIds[0] })).toEqual([subject(2)]);
    expect(await subjects({ accountId: accountIds[1] })).toEqual([subject(3)]);
    expect(await subjects({ folder: "starred" })).toEqual([subject(1)]);
    expect(await subjects({})).toEqual([subject(3)]);
  });

  test("a user cannot read another user's conversation", async () => {
    const { mail, receive } = await aReader(open);
    await receive(0, "inbox", 1);
    const { thread_id: threadId } = await mail.database.reader
      .selectFrom("messages")
      .select("thread_id")
      .executeTakeFirstOrThrow();
    const stranger = await aUser(mail.execute);
    await expect(readConversation(mail, stranger, threadId)).rejects.toMatchObject({
      code: "message.not_found",
    });
  });
});
