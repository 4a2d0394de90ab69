import { expect, test } from "vitest";
import { openStore } from "#/testing/database/test-store.ts";
import { withDatabases } from "#/testing/database/database.ts";
import { aMailbox, aMessage, aUser } from "#/testing/apps/published-calls.ts";
import { accountsOf, getAccount } from "#/store/accounts/queries.ts";
import { attachmentsOf, getAttachment } from "./attachment-queries.ts";
import { getBody } from "./body-queries.ts";
import { changesAfter } from "#/store/changes/queries.ts";
import { folderCounts, foldersOf, getFolder, unreadCounts } from "#/store/folders/queries.ts";
import { locationsOf, uidsOf } from "#/store/locations/queries.ts";
import { getMessage, getMessages, pageOfFolder, pageOfRole, pageOfStarred } from "./queries.ts";

withDatabases((open) => {
  test("pages newest first without gaps or duplicates, by label and star", async () => {
    const { database, execute } = await openStore(open);
    const { userId, accountId, folderId } = await aMailbox(execute);
    const messages = Array.from({ length: 45 }, (_, n) =>
      aMessage({
        uid: n + 1,
        flags: n % 3 ? [] : n % 2 ? ["Pro_ject", "\\Flagged"] : ["\\Flagged"],
      }),
    );
    await execute("messages.takeIn", { userId, accountId, folderId, messages });
    const seen: string[] = [];
    let before: number | undefined;
    for (;;) {
      const page = await pageOfRole(database.reader, {
        userId,
        role: "inbox",
        limit: 20,
        before,
      });
      seen.push(...page.map((row) => row.subject));
      before = page.at(-1)?.date_key;
      if (page.length < 20) break;
    }
    expect(seen).toEqual(Array.from({ length: 45 }, (_, n) => `Subject ${45 - n}`));
    const count = async (label: string) =>
      (await pageOfFolder(database.reader, { userId, folderId, limit: 50, label })).length;
    expect([
      await count("pro_JECT"),
      await count("Pro.ject"),
      await count("ProXject"),
      await count("%"),
    ]).toEqual([7, 0, 0, 0]);
    expect(await pageOfStarred(database.reader, { userId, limit: 50, accountId })).toHaveLength(15);
    expect(
      await pageOfRole(database.reader, { userId, role: "inbox", limit: 50, isStarred: false }),
    ).toHaveLength(30);
    expect(await folderCounts(database.reader, userId)).toEqual([
      { folderId, accountId, here: 45, unread: 45, marked: 0 },
    ]);
  });

  test("never returns data of another user", async () => {
    const { database, execute } = await openStore(open);
    const { reader } = database;
    const { userId, accountId, folderId } = await aMailbox(execute);
    const attachments = [
      {
        part: "2",
        filename: "a",
        type: "b",
        sizeBytes: 1,
        contentId: "",
        isInline: false,
        sha256: "",
      },
    ];
    const message = aMessage({ flags: ["\\Flagged"], attachments });
    const [ingested] = await execute("messages.takeIn", {
      userId,
      accountId,
      folderId,
      messages: [message],
    });
    const messageId = ingested?.messageId ?? never();
    const attachmentId = (await attachmentsOf(reader, userId, messageId))[0]?.id ?? never();
    const stranger = await aUser(execute);
    const page = { userId: stranger, limit: 9 };
    const seen = await Promise.all([
      pageOfRole(reader, { ...page, role: "inbox" }),
      pageOfRole(reader, { ...page, role: "inbox", accountId }),
      pageOfFolder(reader, { ...page, folderId }),
      pageOfStarred(reader, page),
      getMessages(reader, stranger, [messageId]),
      uidsOf(reader, stranger, folderId),
      locationsOf(reader, stranger, messageId),
      attachmentsOf(reader, stranger, messageId),
      accountsOf(reader, stranger),
      foldersOf(reader, stranger),
      foldersOf(reader, stranger, accountId),
      folderCounts(reader, stranger),
      changesAfter(reader, stranger, 0, 9),
    ]);
    expect(seen).toEqual(seen.map(() => []));
    const single = await Promise.all([
      getMessage(reader, stranger, messageId),
      getBody(reader, stranger, messageId),
      getAttachment(reader, stranger, messageId, attachmentId),
      getAccount(reader, stranger, accountId),
      getFolder(reader, stranger, folderId),
    ]);
    expect(single).toEqual(single.map(() => undefined));
    expect(await unreadCounts(reader, stranger)).toEqual({});
    expect(await getAttachment(reader, userId, messageId, attachmentId)).toBeDefined();
    expect(await execute("account.remove", { userId: stranger, accountId })).toBe(false);
  });
});

function never(): never {
  throw new Error("The row is missing.");
}
