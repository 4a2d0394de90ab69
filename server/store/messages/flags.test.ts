import type { MessageId } from "@inlet/contract/ids.ts";
import { expect, test } from "vitest";
import { openStore } from "#/testing/database/test-store.ts";
import { withDatabases } from "#/testing/database/database.ts";
import { aMailbox, aMessage, aUser, someFolders } from "#/testing/apps/published-calls.ts";
import { getMessage, pageOfStarred } from "./queries.ts";
import { applyOperations, readFlags } from "./flags.ts";
import type { MessageChange } from "./message-change.ts";

withDatabases((open) => {
  test("keeps a change that is not pushed yet", async () => {
    const { database, execute } = await openStore(open);
    const { userId, accountId, folderId } = await aMailbox(execute);
    const [ingested] = await execute("messages.takeIn", {
      userId,
      accountId,
      folderId,
      messages: [aMessage()],
    });
    const messageId = ingested?.messageId ?? never();
    const change = (changes: MessageChange) =>
      execute("messages.change", { userId, messageIds: [messageId], change: changes });
    expect(await change({ seen: true, starred: true })).toEqual({ found: 1, isChanged: true });
    await change({ starred: false });
    await execute("locations.flags", {
      folderId,
      items: [{ uid: 1, flags: ["\\FLAGGED", "Work"] }],
    });
    const flags = async () =>
      readFlags((await getMessage(database.reader, userId, messageId))?.flags_json ?? "[]");
    expect(await flags()).toEqual(["Work", "\\Seen"]);

    const [operation, ...rest] = await execute("pending.take", { accountId, limit: 9 });
    expect(rest).toEqual([]);
    expect(JSON.parse(operation?.operation_json ?? "")).toEqual({
      kind: "flags",
      add: ["\\Seen"],
      remove: ["\\Flagged"],
    });
    await execute("pending.settle", {
      userId,
      settled: [{ id: operation?.id ?? never(), outcome: { kind: "applied" } }],
    });
    await execute("locations.flags", { folderId, items: [{ uid: 1, flags: ["\\Flagged"] }] });
    expect(await flags()).toEqual(["\\Flagged"]);
  });

  test("a message to oneself is unread until its copy in the inbox is read", async () => {
    const { database, execute } = await openStore(open);
    const { userId, accountId } = await aMailbox(execute);
    const [inbox, sent] = await someFolders(execute, userId, accountId, ["inbox", "sent"]);
    if (!inbox || !sent) throw new Error("No folders.");
    const places = [
      { folderId: sent.id, flags: ["\\Seen"] },
      { folderId: inbox.id, flags: [] },
    ];
    const ids = new Set<MessageId>();
    for (const { folderId, flags } of places) {
      const messages = [{ ...aMessage(), flags }];
      const [ingested] = await execute("messages.takeIn", {
        userId,
        accountId,
        folderId,
        messages,
      });
      ids.add(ingested?.messageId ?? never());
    }
    const [messageId = never(), ...others] = ids;
    expect(others).toEqual([]);
    const flags = async () =>
      readFlags((await getMessage(database.reader, userId, messageId))?.flags_json ?? "[]");
    expect(await flags()).toEqual([]);
    await execute("messages.change", { userId, messageIds: [messageId], change: { seen: true } });
    expect(await flags()).toEqual(["\\Seen"]);
    const pending = await execute("pending.take", { accountId, limit: 9 });
    expect(pending.map((one) => one.folder_id)).toEqual([inbox.id]);
  });

  test("pushes a change to the new location of a message that moved", async () => {
    const { database, execute } = await openStore(open);
    const { userId, accountId } = await aMailbox(execute);
    const [inbox, archive] = await someFolders(execute, userId, accountId, ["inbox", "archive"]);
    if (!inbox || !archive) throw new Error("No folders.");
    const [ingested] = await execute("messages.takeIn", {
      userId,
      accountId,
      folderId: inbox.id,
      messages: [aMessage()],
    });
    const messageId = ingested?.messageId ?? never();
    await execute("messages.change", {
      userId,
      messageIds: [messageId],
      change: { starred: true },
    });
    await execute("locations.vanish", { folderId: inbox.id, uids: [1] });
    await execute("messages.takeIn", {
      userId,
      accountId,
      folderId: archive.id,
      messages: [{ ...aMessage(), uid: 9 }],
    });
    expect(await getMessage(database.reader, userId, messageId)).toMatchObject({ is_starred: 1 });
    expect(
      (await pageOfStarred(database.reader, { userId, limit: 9 })).map(({ id }) => id),
    ).toEqual([messageId]);
    const operations = await execute("pending.take", { accountId, limit: 9 });
    expect(operations.map(({ folder_id, uid }) => [folder_id, uid])).toContainEqual([
      archive.id,
      9,
    ]);
  });

  test("does nothing for a message of another user", async () => {
    const { database, execute } = await openStore(open);
    const { userId, accountId, folderId } = await aMailbox(execute);
    const [ingested] = await execute("messages.takeIn", {
      userId,
      accountId,
      folderId,
      messages: [aMessage()],
    });
    const stranger = await aUser(execute);
    const messageId = ingested?.messageId ?? never();
    expect(
      await execute("messages.change", {
        userId: stranger,
        messageIds: [messageId],
        change: { seen: true },
      }),
    ).toEqual({ found: 0, isChanged: false });
    expect(await getMessage(database.reader, userId, messageId)).toMatchObject({ is_seen: 0 });
  });
});

test("a label that Gmail reports appears once, and can be removed, while the change is pending", () => {
  const keywords = ["label:work", "\\Seen"];
  const adding = { kind: "flags" as const, add: ["work", "\\Seen"], remove: [] };
  const removing = { kind: "flags" as const, add: [], remove: ["work"] };
  expect(applyOperations(keywords, [adding], "INBOX")).toEqual(keywords);
  expect(applyOperations(keywords, [removing], "INBOX")).toEqual(["\\Seen"]);
});

test("in the folder of a Gmail label, that label is not a flag; a keyword with its name is distinct", () => {
  const kind = "flags" as const;
  const adding = { kind, add: ["label:Work", "label:Home"], remove: [] };
  expect(applyOperations([], [adding], "work")).toEqual(["label:Home"]);
  const removing = { kind, add: [], remove: ["label:Work"] };
  expect(applyOperations(["Work", "label:Work"], [removing], "INBOX")).toEqual(["Work"]);
});

function never(): never {
  throw new Error("The row is missing.");
}
