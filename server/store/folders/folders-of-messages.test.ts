import { expect, test } from "vitest";
import { withDatabases } from "#/testing/database/database.ts";
import { openStore } from "#/testing/database/test-store.ts";
import { aMailbox, aMessage, anAccount } from "#/testing/apps/published-calls.ts";
import { foldersHolding } from "./folders-of-messages.ts";

withDatabases((open) => {
  test("names every folder of a message, and a virtual folder only without another one", async () => {
    const { database, execute } = await openStore(open);
    const { userId } = await aMailbox(execute);
    const accountId = await anAccount(execute, userId);
    const folders = await execute("folders.save", {
      userId,
      accountId,
      folders: [
        { path: "INBOX", name: "Inbox", role: "inbox" },
        { path: "Trips", name: "Trips", role: "other" },
        { path: "All Mail", name: "All Mail", role: "archive", isView: true },
      ],
    });
    const [inbox, trips, all] = ["INBOX", "Trips", "All Mail"].map((path) =>
      folders.find((folder) => folder.path === path),
    );
    if (!inbox || !trips || !all) throw new Error("No folders.");
    const take = (folderId: typeof all.id, uid: number, messageId: string) =>
      execute("messages.takeIn", {
        userId,
        accountId,
        folderId,
        messages: [aMessage({ uid, message: { messageId, subject: messageId } })],
      });
    const [both] = await take(all.id, 1, "both@example.org");
    const [kept] = await take(all.id, 2, "kept@example.org");
    await take(inbox.id, 1, "both@example.org");
    await take(trips.id, 1, "both@example.org");
    if (!both?.messageId || !kept?.messageId) throw new Error("Nothing was taken in.");
    const holding = await foldersHolding(database.reader, userId, [both.messageId, kept.messageId]);
    expect(holding.get(both.messageId)).toEqual([inbox.id, trips.id]);
    expect(holding.get(kept.messageId)).toEqual([all.id]);
    const other = await aMailbox(execute);
    expect(await foldersHolding(database.reader, other.userId, [both.messageId])).toEqual(
      new Map(),
    );
  });
});
