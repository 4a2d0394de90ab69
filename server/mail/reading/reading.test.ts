import { listEmails } from "@inlet/contract/mail/email.ts";
import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { createLog } from "#/base/log.ts";
import { createSecretBox } from "#/base/secret-box.ts";
import { createBlobs } from "#/store/blobs/blobs.ts";
import type { Database } from "#/store/engine/database.ts";
import { withDatabases } from "#/testing/database/database.ts";
import { noTokens } from "#/testing/factories/no-tokens.ts";
import { openStore } from "#/testing/database/test-store.ts";
import { aMessage, anAccount, aUser, someFolders } from "#/testing/apps/published-calls.ts";
import { egressTo } from "#/testing/fakes/web-egress.ts";
import type { MailContext } from "#/mail/context.ts";
import { listMail, listMailFolders, readMail } from "./reading.ts";

/** Creates a user with two accounts, and the functions that reading needs. */
async function aReader(open: () => Promise<Database>) {
  const store = await openStore(open);
  const userId = await aUser(store.execute);
  const [first, second] = [
    await anAccount(store.execute, userId, "ada@one.example"),
    await anAccount(store.execute, userId, "ada@two.example"),
  ];
  const mail: MailContext = {
    ...store,
    log: createLog("silent"),
    blobs: createBlobs({ dir: tmpdir(), capBytes: 0 }),
    egress: egressTo("nowhere.example"),
    box: createSecretBox(Buffer.alloc(32, 1)),
    tokens: noTokens,
  };
  const folders = {
    first: await someFolders(store.execute, userId, first, ["inbox", "sent"]),
    second: await someFolders(store.execute, userId, second, ["inbox"]),
  };
  const receive = async (
    where: "first" | "second",
    role: string,
    messages: ReturnType<typeof aMessage>[],
  ) => {
    const folder = folders[where].find((each) => each.role === role);
    if (folder === undefined) throw new Error("No such folder.");
    const accountId = where === "first" ? first : second;
    return store.execute("messages.takeIn", { userId, accountId, folderId: folder.id, messages });
  };
  const list = (query: object) => listMail(mail, userId, listEmails.input.parse(query));
  return { mail, userId, first, second, receive, list };
}

withDatabases((open) => {
  test("answers go to Reply-To, else to the sender; answers to own mail go to its recipients", async () => {
    const { mail, userId, receive } = await aReader(open);
    const grace = { name: "Grace", address: "grace@example.com" };
    const list = { name: "The list", address: "list@example.com" };
    const me = { name: "Ada", address: "ada@one.example" };
    const [plain, listed, own, toMyself] = await receive("first", "inbox", [
      aMessage({ uid: 1, message: { from: [grace], to: [me] } }),
      aMessage({ uid: 2, message: { from: [grace], to: [me], replyTo: [list] } }),
      aMessage({ uid: 3, isOwn: true, message: { from: [me], to: [grace, me], replyTo: [list] } }),
      aMessage({ uid: 4, isOwn: true, message: { from: [me], to: [me] } }),
    ]);
    const replyTo = async (one: typeof plain) =>
      one && (await readMail(mail, userId, one.messageId)).replyTo;
    expect(await replyTo(plain)).toEqual(["Grace <grace@example.com>"]);
    expect(await replyTo(listed)).toEqual(["The list <list@example.com>"]);
    expect(await replyTo(own)).toEqual(["Grace <grace@example.com>"]);
    expect(await replyTo(toMyself)).toEqual(["Ada <ada@one.example>"]);
  });

  test("pages through both accounts as one list by date, each message once, to the last", async () => {
    const { receive, list, second } = await aReader(open);
    const numbered = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => aMessage({ uid: from + index * 2 }));
    await receive("first", "inbox", numbered(1, 23));
    await receive("second", "inbox", numbered(2, 22));
    const seen: string[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const page = await list({ folder: "recieved", ...(cursor && { cursor }) });
      expect(page.hasMore).toBe(page.nextCursor !== null);
      seen.push(...page.emails.map(({ subject }) => subject));
      cursor = page.nextCursor;
    }
    const newestFirst = Array.from({ length: 45 }, (_, index) => `Subject ${45 - index}`);
    expect(seen).toEqual(newestFirst);
    const alone = await list({ folder: "inbox", accountId: second, limit: 100 });
    expect(alone.emails).toHaveLength(22);
  });

  test("shows a message received in two accounts once, and in the list of each account", async () => {
    const { receive, list, first, second, mail, userId } = await aReader(open);
    await receive("first", "inbox", [aMessage({ uid: 1 })]);
    await receive("second", "inbox", [aMessage({ uid: 1 })]);
    expect((await list({})).emails).toHaveLength(1);
    expect((await list({ accountId: first })).emails).toHaveLength(1);
    expect((await list({ accountId: second })).emails).toHaveLength(1);
    expect((await listMailFolders(mail, userId)).unread.inbox).toBe(1);
  });

  test("does not show a message that left every folder of its server", async () => {
    const { mail, userId, receive } = await aReader(open);
    const [ingested] = await receive("first", "inbox", [aMessage({ uid: 1 })]);
    if (ingested === undefined) throw new Error("Nothing was taken in.");
    const { folders } = await listMailFolders(mail, userId);
    const inbox = folders.find(({ here }) => here === 1);
    if (inbox === undefined) throw new Error("No folder holds it.");
    await mail.execute("locations.vanish", { folderId: inbox.id, uids: [1] });
    await expect(readMail(mail, userId, ingested.messageId)).rejects.toEqual(
      expect.objectContaining({ code: "message.not_found" }),
    );
  });

  test("refuses a cursor that no page returned, and an unknown folder or account", async () => {
    const { list } = await aReader(open);
    const failing = (code: string) => expect.objectContaining({ code });
    await expect(list({ cursor: "no cursor!" })).rejects.toEqual(failing("list.bad_cursor"));
    await expect(list({ folder: "nowhere" })).rejects.toEqual(failing("folder.not_found"));
    await expect(list({ accountId: "nobody" })).rejects.toEqual(failing("account.not_found"));
  });
});
