import { UserId } from "@inlet/contract/ids.ts";
import { expect, test } from "vitest";
import { openStore } from "#/testing/database/test-store.ts";
import { withDatabases } from "#/testing/database/database.ts";
import {
  aMailbox,
  aMessage,
  anAccount,
  aUser,
  someFolders,
} from "#/testing/apps/published-calls.ts";
import { accountsOf, accountsToWatch, getAccount } from "./queries.ts";
import { latestSeq } from "#/store/changes/queries.ts";
import { foldersOf, getFolder } from "#/store/folders/queries.ts";
import { pageOfRole } from "#/store/messages/queries.ts";

withDatabases((open) => {
  test("makes the first user an administrator and rejects an address that is in use", async () => {
    const { database, execute } = await openStore(open);
    const [first, second] = await Promise.all([
      aUser(execute, "a@example.org"),
      aUser(execute, "b@example.org"),
    ]);
    const roles = await database.reader.selectFrom("users").select(["id", "role"]).execute();
    expect(roles.map(({ role }) => role).toSorted()).toEqual(["admin", "user"]);
    expect(roles.map(({ id }) => id).toSorted()).toEqual([first, second].toSorted());
    await expect(aUser(execute, "a@example.org")).rejects.toMatchObject({
      code: "signup.email_taken",
    });
  });

  test("rejects a second account for the same mailbox of one user, but not of another user", async () => {
    const { execute } = await openStore(open);
    const [ada, bob] = [await aUser(execute), await aUser(execute)];
    await anAccount(execute, ada, "x@example.org");
    await anAccount(execute, bob, "x@example.org");
    for (const spelling of ["x@example.org", "X@Example.org"]) {
      await expect(anAccount(execute, ada, spelling)).rejects.toMatchObject({
        code: "account.duplicate",
      });
    }
  });

  test("follows the accounts of existing, enabled users only", async () => {
    const { database, execute } = await openStore(open);
    const [ada, bob] = [await aUser(execute), await aUser(execute)];
    const own = await anAccount(execute, ada);
    await anAccount(execute, bob);
    await execute("user.setDisabled", { userId: bob, isDisabled: true });
    // The account was still being connected when its user was deleted.
    const gone = UserId.parse("gone");
    await anAccount(execute, gone);
    const watched = async (userIds?: UserId[]) =>
      (await accountsToWatch(database.reader, userIds)).map(({ id }) => id);
    expect(await watched()).toEqual([own]);
    expect(await watched([bob, gone])).toEqual([]);
  });

  test("removes an account with all of its data, and no data of another account", async () => {
    const { database, execute } = await openStore(open);
    const { userId, accountId, folderId } = await aMailbox(execute);
    const other = await anAccount(execute, userId);
    const [kept] = await someFolders(execute, userId, other);
    if (!kept) throw new Error("No folder.");
    const messages = Array.from({ length: 30 }, (_, n) => aMessage({ uid: n + 1 }));
    await execute("messages.takeIn", { userId, accountId, folderId, messages });
    await execute("messages.takeIn", { userId, accountId: other, folderId: kept.id, messages });

    expect(await execute("account.remove", { userId, accountId })).toBe(true);
    expect(await execute("account.remove", { userId, accountId })).toBe(false);
    for (const table of ["messages", "bodies", "message_locations", "message_words"] as const) {
      const { count } = await database.reader
        .selectFrom(table)
        .select((row) => row.fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      expect([table, count]).toEqual([table, 30]);
    }
    // The other account's copies were hidden as duplicate messages and are shown now.
    const page = await pageOfRole(database.reader, { userId, role: "inbox", limit: 50 });
    expect(page).toHaveLength(30);
    expect(await accountsOf(database.reader, userId)).toHaveLength(1);
  });

  test("publishes an account's state only when something differs", async () => {
    const { database, execute } = await openStore(open);
    const { userId, accountId } = await aMailbox(execute);
    await execute("account.state", { accountId, state: "watching", lastSyncAt: 5 });
    const seq = await latestSeq(database.reader, userId);
    await execute("account.state", { accountId, state: "watching", lastSyncAt: 5 });
    expect(await latestSeq(database.reader, userId)).toBe(seq);
    await execute("account.state", { accountId, state: "failed", errorCode: "account.bad_login" });
    expect(await getAccount(database.reader, userId, accountId)).toMatchObject({
      state: "failed",
      error_code: "account.bad_login",
      last_sync_at: 5,
    });
  });

  test("dates a silence of the mail server from its beginning, not from an earlier failure of another kind", async () => {
    const { database, execute, clock } = await openStore(open);
    const { userId, accountId } = await aMailbox(execute);
    const begin = clock.at;
    const since: (number | undefined)[] = [];
    for (const errorCode of ["throttled", "no_answer", "no_answer", "throttled", "no_answer"]) {
      const state = since.length === 2 ? "failed" : "waiting";
      await execute("account.state", { accountId, state, errorCode: `account.${errorCode}` });
      const account = await getAccount(database.reader, userId, accountId);
      since.push(account && account.trouble_since - begin);
      clock.at += 1000;
    }
    expect(since).toEqual([0, 1000, 1000, 1000, 4000]);
  });

  test("marks empty folders as complete in one step, but not folders that were read before", async () => {
    const { database, execute } = await openStore(open);
    const { userId, accountId, folderId } = await aMailbox(execute);
    await execute("folder.progress", { folderId, uidValidity: 3, serverCount: 2 });
    const fresh = { path: "fresh", name: "Fresh", role: "other" } as const;
    const rows = await execute("folders.save", {
      userId,
      accountId,
      folders: [{ path: "inbox", name: "Inbox", role: "inbox" }, fresh],
    });
    const folders = rows.map(({ id }) => ({
      folderId: id,
      uidValidity: 7,
      uidNext: 1,
      highestModseq: "",
    }));
    await execute("folders.empty", { folders });
    const saved = await foldersOf(database.reader, userId, accountId);
    const facts = saved.map((row) => [
      row.path,
      row.uid_validity,
      row.server_count,
      row.is_complete,
    ]);
    expect(facts).toEqual([
      ["fresh", 7, 0, 1],
      ["inbox", 3, 2, 0],
    ]);
  });

  test("updates folders to match the server's list", async () => {
    const { database, execute } = await openStore(open);
    const { userId, accountId, folderId } = await aMailbox(execute);
    await execute("messages.takeIn", { userId, accountId, folderId, messages: [aMessage()] });
    await execute("folder.progress", {
      folderId,
      serverCount: 1,
      isComplete: true,
      uidValidity: 3,
      highestModseq: "9223372036854775807",
    });
    await execute("folders.save", {
      userId,
      accountId,
      folders: [
        { path: "inbox", name: "Eingang", role: "archive" },
        { path: "b", name: "B", role: "other" },
      ],
    });
    expect(await getFolder(database.reader, userId, folderId)).toMatchObject({
      name: "Eingang",
      role: "archive",
      server_count: 1,
      is_complete: 1,
      highest_modseq: "9223372036854775807",
    });
    expect(await pageOfRole(database.reader, { userId, role: "archive", limit: 9 })).toHaveLength(
      1,
    );
    await execute("folders.save", {
      userId,
      accountId,
      folders: [{ path: "b", name: "B", role: "other" }],
    });
    expect(await foldersOf(database.reader, userId, accountId)).toMatchObject([{ path: "b" }]);
    expect(await pageOfRole(database.reader, { userId, role: "archive", limit: 9 })).toEqual([]);
  });

  test("removes all messages of a large folder that the server no longer lists", async () => {
    const { database, execute } = await openStore(open);
    const box = await aMailbox(execute);
    const { userId } = box;
    const messages = Array.from({ length: 501 }, (_, at) => aMessage({ uid: at + 1 }));
    await execute("messages.takeIn", { ...box, messages });
    await execute("folders.save", { userId, accountId: box.accountId, folders: [] });
    expect(await pageOfRole(database.reader, { userId, role: "inbox", limit: 9 })).toEqual([]);
  });
});
