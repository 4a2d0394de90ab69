import { expect, test } from "vitest";
import { openStore } from "#/testing/database/test-store.ts";
import { withDatabases } from "#/testing/database/database.ts";
import { aMailbox, aMessage, anAccount, someFolders } from "#/testing/apps/published-calls.ts";
import { unreadCounts } from "#/store/folders/queries.ts";
import { uidsOf } from "./queries.ts";
import { getMessage, pageOfRole } from "#/store/messages/queries.ts";

withDatabases((open) => {
  test("hides the second copy in unified lists and shows it when the first is removed", async () => {
    const { database, execute } = await openStore(open);
    const { userId, accountId, folderId } = await aMailbox(execute);
    const other = await anAccount(execute, userId);
    const [inbox] = await someFolders(execute, userId, other);
    if (!inbox) throw new Error("No folder.");
    const first = await execute("messages.takeIn", {
      userId,
      accountId,
      folderId,
      messages: [aMessage()],
    });
    const second = await execute("messages.takeIn", {
      userId,
      accountId: other,
      folderId: inbox.id,
      messages: [aMessage()],
    });
    const unified = async () =>
      (await pageOfRole(database.reader, { userId, role: "inbox", limit: 9 })).map(({ id }) => id);
    expect(await unified()).toEqual([first[0]?.messageId]);
    expect(await unreadCounts(database.reader, userId)).toEqual({ inbox: 1 });
    const own = await pageOfRole(database.reader, {
      userId,
      role: "inbox",
      accountId: other,
      limit: 9,
    });
    expect(own.map(({ id }) => id)).toEqual([second[0]?.messageId]);

    await execute("messages.change", {
      userId,
      messageIds: [first[0]?.messageId ?? never()],
      change: { seen: true },
    });
    expect(await unreadCounts(database.reader, userId)).toEqual({});
    expect(
      await getMessage(database.reader, userId, second[0]?.messageId ?? never()),
    ).toMatchObject({ is_seen: 1 });
    expect(await execute("pending.take", { accountId: other, limit: 9 })).toHaveLength(1);

    await execute("locations.vanish", { folderId, uids: [1] });
    expect(await unified()).toEqual([second[0]?.messageId]);
  });

  test("shows a message with two UIDs in a folder once, and stores both UIDs", async () => {
    const { database, execute } = await openStore(open);
    const { userId, accountId, folderId } = await aMailbox(execute);
    await execute("messages.takeIn", {
      userId,
      accountId,
      folderId,
      messages: [aMessage({ uid: 1 }), { ...aMessage({ uid: 1 }), uid: 2 }],
    });
    expect(await pageOfRole(database.reader, { userId, role: "inbox", limit: 9 })).toHaveLength(1);
    expect(
      await pageOfRole(database.reader, { userId, role: "inbox", accountId, limit: 9 }),
    ).toHaveLength(1);
    expect(await uidsOf(database.reader, userId, folderId)).toHaveLength(2);
  });
});

function never(): never {
  throw new Error("The row is missing.");
}
