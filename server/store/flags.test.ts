import { expect, test } from "vitest";
import { openStore } from "#/testing/store.ts";
import { withDatabases } from "#/testing/database.ts";
import { aMailbox, aMessage, aUser, someFolders } from "#/testing/taken.ts";
import { getMessage, pageOfStarred } from "./messages.ts";
import { readFlags } from "./flags.ts";

withDatabases((open) => {
  test("keeps a change that the server has yet to be told of", async () => {
    const { database, door } = await openStore(open);
    const { userId, accountId, folderId } = await aMailbox(door);
    const [taken] = await door("messages.takeIn", {
      userId,
      accountId,
      folderId,
      messages: [aMessage()],
    });
    const messageId = taken?.messageId ?? never();
    expect(await door("message.change", { userId, messageId, seen: true, starred: true })).toBe(
      true,
    );
    await door("message.change", { userId, messageId, starred: false });
    await door("locations.flags", {
      folderId,
      items: [{ uid: 1, flags: ["\\FLAGGED", "Work"] }],
    });
    const flags = async () =>
      readFlags((await getMessage(database.reader, userId, messageId))?.flags_json ?? "[]");
    expect(await flags()).toEqual(["Work", "\\Seen"]);

    const [operation, ...rest] = await door("pending.take", { accountId, limit: 9 });
    expect(rest).toEqual([]);
    expect(JSON.parse(operation?.operation_json ?? "")).toEqual({
      kind: "flags",
      add: ["\\Seen"],
      remove: ["\\Flagged"],
    });
    await door("pending.done", { ids: [operation?.id ?? never()] });
    await door("locations.flags", { folderId, items: [{ uid: 1, flags: ["\\Flagged"] }] });
    expect(await flags()).toEqual(["\\Flagged"]);
  });

  test("tells the server at the new place when a message moved meanwhile", async () => {
    const { database, door } = await openStore(open);
    const { userId, accountId } = await aMailbox(door);
    const [inbox, archive] = await someFolders(door, userId, accountId, ["inbox", "archive"]);
    if (!inbox || !archive) throw new Error("No folders.");
    const [taken] = await door("messages.takeIn", {
      userId,
      accountId,
      folderId: inbox.id,
      messages: [aMessage()],
    });
    const messageId = taken?.messageId ?? never();
    await door("message.change", { userId, messageId, starred: true });
    await door("locations.vanish", { folderId: inbox.id, uids: [1] });
    await door("messages.takeIn", {
      userId,
      accountId,
      folderId: archive.id,
      messages: [{ ...aMessage(), uid: 9 }],
    });
    expect(await getMessage(database.reader, userId, messageId)).toMatchObject({ is_starred: 1 });
    expect(
      (await pageOfStarred(database.reader, { userId, limit: 9 })).map(({ id }) => id),
    ).toEqual([messageId]);
    const operations = await door("pending.take", { accountId, limit: 9 });
    expect(operations.map(({ folder_id, uid }) => [folder_id, uid])).toContainEqual([
      archive.id,
      9,
    ]);
  });

  test("does nothing for a message of somebody else", async () => {
    const { database, door } = await openStore(open);
    const { userId, accountId, folderId } = await aMailbox(door);
    const [taken] = await door("messages.takeIn", {
      userId,
      accountId,
      folderId,
      messages: [aMessage()],
    });
    const stranger = await aUser(door);
    const messageId = taken?.messageId ?? never();
    expect(await door("message.change", { userId: stranger, messageId, seen: true })).toBe(false);
    expect(await getMessage(database.reader, userId, messageId)).toMatchObject({ is_seen: 0 });
  });
});

function never(): never {
  throw new Error("The row is missing.");
}
