import { describe, expect, test } from "vitest";
import { openStore } from "#/testing/store.ts";
import { withDatabases } from "#/testing/database.ts";
import { aMailbox, aMessage, anAccount, aUser, someFolders, testNow } from "#/testing/taken.ts";
import { accountsOf, getAccount } from "./accounts.ts";
import { attachmentsOf, getAttachment } from "./attachments.ts";
import { getBody } from "./bodies.ts";
import { changesAfter, latestSeq, oldestSeq } from "./changes.ts";
import { folderCounts, foldersOf, getFolder, unreadCounts } from "./folders.ts";
import { nextJobAt } from "./jobs.ts";
import { locationsOf, uidsOf } from "./locations.ts";
import { getMessage, getMessages, pageOfFolder, pageOfRole, pageOfStarred } from "./messages.ts";
import { readFlags } from "./flags.ts";

withDatabases((open) => {
  describe("people and accounts", () => {
    test("makes the first user administrator and refuses an address twice", async () => {
      const { database, door } = await openStore(open);
      const [first, second] = await Promise.all([
        aUser(door, "a@example.org"),
        aUser(door, "b@example.org"),
      ]);
      const roles = await database.reader.selectFrom("users").select(["id", "role"]).execute();
      expect(roles.map(({ role }) => role).toSorted()).toEqual(["admin", "user"]);
      expect(roles.map(({ id }) => id).toSorted()).toEqual([first, second].toSorted());
      await expect(aUser(door, "a@example.org")).rejects.toMatchObject({
        code: "signup.email_taken",
      });
    });

    test("refuses the same mailbox twice for one person, not for two", async () => {
      const { door } = await openStore(open);
      const [ada, bob] = [await aUser(door), await aUser(door)];
      await anAccount(door, ada, "x@example.org");
      await anAccount(door, bob, "x@example.org");
      await expect(anAccount(door, ada, "x@example.org")).rejects.toMatchObject({
        code: "account.duplicate",
      });
    });

    test("removes an account with all that is its own and nothing else", async () => {
      const { database, door } = await openStore(open);
      const { userId, accountId, folderId } = await aMailbox(door);
      const other = await anAccount(door, userId);
      const [kept] = await someFolders(door, userId, other);
      if (!kept) throw new Error("No folder.");
      const messages = Array.from({ length: 30 }, (_, n) => aMessage({ uid: n + 1 }));
      await door("messages.takeIn", { userId, accountId, folderId, messages });
      await door("messages.takeIn", { userId, accountId: other, folderId: kept.id, messages });

      expect(await door("account.remove", { userId, accountId })).toBe(true);
      expect(await door("account.remove", { userId, accountId })).toBe(false);
      for (const table of ["messages", "bodies", "message_locations", "message_words"] as const) {
        const { count } = await database.reader
          .selectFrom(table)
          .select((row) => row.fn.countAll<number>().as("count"))
          .executeTakeFirstOrThrow();
        expect([table, count]).toEqual([table, 30]);
      }
      // The other account's copies were hidden as twins and are shown now.
      const page = await pageOfRole(database.reader, { userId, role: "inbox", limit: 50 });
      expect(page).toHaveLength(30);
      expect(await accountsOf(database.reader, userId)).toHaveLength(1);
    });

    test("tells an account's state only when something differs", async () => {
      const { database, door } = await openStore(open);
      const { userId, accountId } = await aMailbox(door);
      await door("account.state", { accountId, state: "watching", lastSyncAt: 5 });
      const seq = await latestSeq(database.reader, userId);
      await door("account.state", { accountId, state: "watching", lastSyncAt: 5 });
      expect(await latestSeq(database.reader, userId)).toBe(seq);
      await door("account.state", { accountId, state: "failed", errorCode: "account.bad_login" });
      expect(await getAccount(database.reader, userId, accountId)).toMatchObject({
        state: "failed",
        error_code: "account.bad_login",
        last_sync_at: 5,
      });
    });
  });

  describe("taking in", () => {
    test("stores a message with its body, attachments and thread, once however often it comes", async () => {
      const { database, door } = await openStore(open);
      const { userId, accountId, folderId } = await aMailbox(door);
      const message = aMessage({
        flags: ["\\seen", "Label"],
        message: {
          subject: "nul\0 and half \ud800",
          html: "<p>x\0</p>",
          from: [{ name: "N\0", address: "n@x.org" }],
        },
        attachments: [
          {
            part: "2",
            filename: "a.pdf",
            type: "application/pdf",
            sizeBytes: 9,
            contentId: "",
            isInline: false,
            sha256: "",
          },
        ],
      });
      const first = await door("messages.takeIn", {
        userId,
        accountId,
        folderId,
        messages: [message],
      });
      const second = await door("messages.takeIn", {
        userId,
        accountId,
        folderId,
        messages: [message],
      });
      const id = first[0]?.messageId ?? never();
      expect(first).toEqual([{ messageId: id, isNew: true }]);
      expect(second).toEqual([{ messageId: id, isNew: false }]);
      expect(await getMessage(database.reader, userId, id)).toMatchObject({
        subject: "nul and half \ufffd",
        from_json: '[{"name":"N","address":"n@x.org"}]',
        flags_json: '["Label","\\\\Seen"]',
        is_seen: 1,
        is_starred: 0,
        has_attachments: 1,
      });
      expect(await getBody(database.reader, userId, id)).toMatchObject({ html: "<p>x</p>" });
      const [attachment] = await attachmentsOf(database.reader, userId, id);
      expect(attachment).toMatchObject({ filename: "a.pdf", size_bytes: 9, is_inline: 0 });
      expect(await getMessages(database.reader, userId, [id])).toHaveLength(1);
    });

    test("answers in the order given and keeps equal dates apart", async () => {
      const { database, door } = await openStore(open);
      const { userId, accountId, folderId } = await aMailbox(door);
      const uids = [5, 3, 9, 1];
      const messages = uids.map((uid) => aMessage({ uid, internalDate: testNow - 1000 }));
      const taken = await door("messages.takeIn", { userId, accountId, folderId, messages });
      const more = [aMessage({ uid: 10, internalDate: testNow - 1000 })];
      await door("messages.takeIn", { userId, accountId, folderId, messages: more });
      const rows = await uidsOf(database.reader, userId, folderId);
      for (const [index, uid] of uids.entries()) {
        expect(rows.find((row) => row.uid === uid)?.message_id).toBe(taken[index]?.messageId);
      }
      const page = await pageOfFolder(database.reader, { userId, folderId, limit: 10 });
      expect(page.map((row) => row.subject)).toEqual([10, 9, 5, 3, 1].map((n) => `Subject ${n}`));
    });

    test("clamps a date in the future to now, and still knows the message after a move", async () => {
      const { database, door } = await openStore(open);
      const { userId, accountId, folderId } = await aMailbox(door);
      const future = aMessage({ internalDate: testNow + 86_400_000 });
      const [taken] = await door("messages.takeIn", {
        userId,
        accountId,
        folderId,
        messages: [future],
      });
      expect(await getMessage(database.reader, userId, taken?.messageId ?? never())).toMatchObject({
        internal_date: testNow,
      });
      await door("locations.vanish", { folderId, uids: [1] });
      const again = await door("messages.takeIn", {
        userId,
        accountId,
        folderId,
        messages: [{ ...future, uid: 2 }],
      });
      expect(again).toEqual([{ messageId: taken?.messageId, isNew: false }]);
    });

    test("attaches a moved message again with its id, and sweeps what nobody found", async () => {
      const { database, door, clock } = await openStore(open);
      const { userId, accountId } = await aMailbox(door);
      const [inbox, archive] = await someFolders(door, userId, accountId, ["inbox", "archive"]);
      if (!inbox || !archive) throw new Error("No folders.");
      const messages = [
        aMessage({ uid: 1 }),
        aMessage({ uid: 2 }),
        aMessage({ uid: 3, message: { messageId: "" } }),
      ];
      const taken = await door("messages.takeIn", {
        userId,
        accountId,
        folderId: inbox.id,
        messages,
      });
      await door("locations.vanish", { folderId: inbox.id, uids: [1, 2, 3] });
      expect(await pageOfRole(database.reader, { userId, role: "inbox", limit: 9 })).toEqual([]);

      const moved = [
        { ...aMessage({ uid: 1 }), uid: 71 },
        { ...aMessage({ uid: 3, message: { messageId: "" } }), uid: 73 },
      ];
      const found = await door("messages.takeIn", {
        userId,
        accountId,
        folderId: archive.id,
        messages: moved,
      });
      expect(found[0]).toEqual({ messageId: taken[0]?.messageId, isNew: false });
      expect(found[1]?.isNew).toBe(true);

      clock.at += 1000;
      await door("messages.sweep", { userId, accountId, olderThan: clock.at });
      const left = await database.reader.selectFrom("messages").select("id").execute();
      expect(left.map(({ id }) => id).toSorted()).toEqual(
        found.map(({ messageId }) => messageId).toSorted(),
      );
    });

    test("finds messages again after the server numbered a folder anew", async () => {
      const { database, door } = await openStore(open);
      const { userId, accountId, folderId } = await aMailbox(door);
      const messages = [1, 2].map((uid) => aMessage({ uid }));
      const before = await door("messages.takeIn", { userId, accountId, folderId, messages });
      await door("message.change", {
        userId,
        messageId: before[0]?.messageId ?? never(),
        starred: true,
      });
      await door("folder.newEpoch", { folderId, uidValidity: 77 });
      expect(await uidsOf(database.reader, userId, folderId)).toEqual([]);
      expect(await getFolder(database.reader, userId, folderId)).toMatchObject({
        uid_validity: 77,
        is_complete: 0,
      });
      expect(await door("pending.take", { accountId, limit: 9 })).toEqual([]);
      const after = await door("messages.takeIn", {
        userId,
        accountId,
        folderId,
        messages: messages.map((message) => ({ ...message, uid: message.uid + 100 })),
      });
      expect(after).toEqual(before.map(({ messageId }) => ({ messageId, isNew: false })));
    });

    test("refuses a folder that is gone", async () => {
      const { door } = await openStore(open);
      const { userId, accountId, folderId } = await aMailbox(door);
      await door("folders.save", { userId, accountId, folders: [] });
      await expect(
        door("messages.takeIn", { userId, accountId, folderId, messages: [aMessage()] }),
      ).rejects.toMatchObject({ code: "folder.not_found" });
    });

    test("joins threads when a message belongs to two", async () => {
      const { database, door } = await openStore(open);
      const { userId, accountId, folderId } = await aMailbox(door);
      const take = async (uid: number, threadKeys: string[]) =>
        (
          await door("messages.takeIn", {
            userId,
            accountId,
            folderId,
            messages: [aMessage({ uid, threadKeys })],
          })
        )[0]?.messageId ?? never();
      const one = await take(1, ["a@x"]);
      const two = await take(2, ["b@x"]);
      const alone = await take(3, []);
      const both = await take(4, ["c@x", "a@x", "b@x"]);
      const late = await take(5, ["d@x", "b@x"]);
      const threads = new Map(
        (await getMessages(database.reader, userId, [one, two, alone, both, late])).map((row) => [
          row.id,
          row.thread_id,
        ]),
      );
      expect(threads.get(two)).toBe(threads.get(one));
      expect(threads.get(both)).toBe(threads.get(one));
      expect(threads.get(late)).toBe(threads.get(one));
      expect(threads.get(alone)).not.toBe(threads.get(one));
    });

    test("threads a batch whose first message is named by its last", async () => {
      const { database, door } = await openStore(open);
      const { userId, accountId, folderId } = await aMailbox(door);
      const keys = [["a@x"], ["b@x"], ["c@x", "b@x", "a@x"]];
      const messages = keys.map((threadKeys, n) => aMessage({ uid: n + 1, threadKeys }));
      await door("messages.takeIn", { userId, accountId, folderId, messages });
      const rows = await database.reader
        .selectFrom("messages")
        .select("thread_id")
        .distinct()
        .execute();
      expect(rows).toHaveLength(1);
    });
  });

  describe("twins", () => {
    test("hides the second copy in unified lists and shows it when the first vanishes", async () => {
      const { database, door } = await openStore(open);
      const { userId, accountId, folderId } = await aMailbox(door);
      const other = await anAccount(door, userId);
      const [inbox] = await someFolders(door, userId, other);
      if (!inbox) throw new Error("No folder.");
      const first = await door("messages.takeIn", {
        userId,
        accountId,
        folderId,
        messages: [aMessage()],
      });
      const second = await door("messages.takeIn", {
        userId,
        accountId: other,
        folderId: inbox.id,
        messages: [aMessage()],
      });
      const unified = async () =>
        (await pageOfRole(database.reader, { userId, role: "inbox", limit: 9 })).map(
          ({ id }) => id,
        );
      expect(await unified()).toEqual([first[0]?.messageId]);
      expect(await unreadCounts(database.reader, userId)).toEqual({ inbox: 1 });
      const own = await pageOfRole(database.reader, {
        userId,
        role: "inbox",
        accountId: other,
        limit: 9,
      });
      expect(own.map(({ id }) => id)).toEqual([second[0]?.messageId]);

      await door("message.change", {
        userId,
        messageId: first[0]?.messageId ?? never(),
        seen: true,
      });
      expect(await unreadCounts(database.reader, userId)).toEqual({});
      expect(
        await getMessage(database.reader, userId, second[0]?.messageId ?? never()),
      ).toMatchObject({ is_seen: 1 });
      expect(await door("pending.take", { accountId: other, limit: 9 })).toHaveLength(1);

      await door("locations.vanish", { folderId, uids: [1] });
      expect(await unified()).toEqual([second[0]?.messageId]);
    });

    test("shows one message once in a role, and still in each of its folders", async () => {
      const { database, door } = await openStore(open);
      const { userId, accountId, folderId } = await aMailbox(door);
      await door("messages.takeIn", {
        userId,
        accountId,
        folderId,
        messages: [aMessage({ uid: 1 }), { ...aMessage({ uid: 1 }), uid: 2 }],
      });
      expect(await pageOfRole(database.reader, { userId, role: "inbox", limit: 9 })).toHaveLength(
        1,
      );
      expect(
        await pageOfRole(database.reader, { userId, role: "inbox", accountId, limit: 9 }),
      ).toHaveLength(1);
      expect(await uidsOf(database.reader, userId, folderId)).toHaveLength(2);
    });
  });

  describe("flags", () => {
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

  describe("lists", () => {
    test("pages newest first without gap or repetition, by label and star", async () => {
      const { database, door } = await openStore(open);
      const { userId, accountId, folderId } = await aMailbox(door);
      const messages = Array.from({ length: 45 }, (_, n) =>
        aMessage({
          uid: n + 1,
          flags: n % 3 ? [] : n % 2 ? ["Pro_ject", "\\Flagged"] : ["\\Flagged"],
        }),
      );
      await door("messages.takeIn", { userId, accountId, folderId, messages });
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
      expect(await pageOfStarred(database.reader, { userId, limit: 50, accountId })).toHaveLength(
        15,
      );
      expect(
        await pageOfRole(database.reader, { userId, role: "inbox", limit: 50, isStarred: false }),
      ).toHaveLength(30);
      expect(await folderCounts(database.reader, userId)).toEqual([
        { folderId, accountId, here: 45, unread: 45 },
      ]);
    });

    test("shows nothing of another user in any read", async () => {
      const { database, door } = await openStore(open);
      const { reader } = database;
      const { userId, accountId, folderId } = await aMailbox(door);
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
      const [taken] = await door("messages.takeIn", {
        userId,
        accountId,
        folderId,
        messages: [message],
      });
      const messageId = taken?.messageId ?? never();
      const attachmentId = (await attachmentsOf(reader, userId, messageId))[0]?.id ?? never();
      const stranger = await aUser(door);
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
      expect(await door("account.remove", { userId: stranger, accountId })).toBe(false);
    });
  });

  describe("changes and jobs", () => {
    test("numbers each user's changes without a gap and tells them after the commit", async () => {
      const { database, door, committed } = await openStore(open);
      const { userId, accountId, folderId } = await aMailbox(door);
      const other = await aMailbox(door);
      await Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          door("messages.takeIn", {
            userId,
            accountId,
            folderId,
            messages: [aMessage({ uid: n + 1 })],
          }),
        ),
      );
      const changes = await changesAfter(database.reader, userId, 0, 100);
      expect(changes.map(({ seq }) => seq)).toEqual(changes.map((_, n) => n + 1));
      const told = committed.flatMap((one) => one.changes).filter((one) => one.userId === userId);
      expect(told.map(({ seq }) => seq).toSorted((a, b) => a - b)).toEqual(
        changes.map(({ seq }) => seq),
      );
      expect(await latestSeq(database.reader, userId)).toBe(changes.length);
      expect(await latestSeq(database.reader, other.userId)).toBeLessThan(changes.length);

      expect(await oldestSeq(database.reader, userId)).toBe(1);
      await door("changes.prune", { before: testNow + 1 });
      expect(await oldestSeq(database.reader, userId)).toBeNull();
      expect(await latestSeq(database.reader, userId)).toBe(changes.length);
    });

    test("undoes everything of a command that fails", async () => {
      const { database, door } = await openStore(open);
      const { userId, accountId, folderId } = await aMailbox(door);
      const seq = await latestSeq(database.reader, userId);
      const broken = aMessage({
        uid: 2,
        words: { sender: "", recipients: "", subject: "", body: "" },
      });
      Object.defineProperty(broken.words, "body", {
        get: () => {
          throw new Error("broken");
        },
      });
      await expect(
        door("messages.takeIn", { userId, accountId, folderId, messages: [aMessage(), broken] }),
      ).rejects.toThrow("broken");
      expect(await latestSeq(database.reader, userId)).toBe(seq);
      expect(await uidsOf(database.reader, userId, folderId)).toEqual([]);
      await door("messages.takeIn", { userId, accountId, folderId, messages: [aMessage()] });
      expect(await uidsOf(database.reader, userId, folderId)).toHaveLength(1);
    });

    test("queues a job once, keeps its earlier time, and runs it again when asked while held", async () => {
      const { database, door, clock } = await openStore(open);
      const { userId, accountId, folderId } = await aMailbox(door);
      const [taken] = await door("messages.takeIn", {
        userId,
        accountId,
        folderId,
        messages: [aMessage({ isLive: true })],
      });
      const messageId = taken?.messageId ?? never();
      const kinds = ["tell-server"];
      const take = () => door("jobs.take", { kinds, limit: 9, holdMs: 1000 });
      expect(await nextJobAt(database.reader, kinds)).toBeNull();
      await door("message.change", { userId, messageId, seen: true });
      expect(await nextJobAt(database.reader, kinds)).toBe(clock.at);
      const [job, ...more] = await take();
      expect(more).toEqual([]);
      expect(job).toMatchObject({ subject_id: accountId, attempts: 1 });
      expect(await take()).toEqual([]);

      await door("message.change", { userId, messageId, seen: false });
      await door("jobs.done", { id: job?.id ?? never() });
      const [second] = await take();
      expect(second).toMatchObject({ id: job?.id, attempts: 1 });
      await door("jobs.later", { id: job?.id ?? never(), runAt: clock.at + 50 });
      expect(await take()).toEqual([]);
      clock.at += 50;
      expect(await take()).toHaveLength(1);
      // Its holder died: after the time it is free.
      clock.at += 1000;
      expect(await take()).toHaveLength(1);
      await door("jobs.done", { id: job?.id ?? never() });
      clock.at += 5000;
      expect(await take()).toEqual([]);
      expect(
        await door("jobs.take", { kinds: ["message-arrived"], limit: 9, holdMs: 1 }),
      ).toMatchObject([{ subject_id: messageId }]);
    });
  });

  test("keeps folders in step with what the server lists", async () => {
    const { database, door } = await openStore(open);
    const { userId, accountId, folderId } = await aMailbox(door);
    await door("messages.takeIn", { userId, accountId, folderId, messages: [aMessage()] });
    await door("folder.progress", {
      folderId,
      serverCount: 1,
      isComplete: true,
      uidValidity: 3,
      highestModseq: "9223372036854775807",
    });
    await door("folders.save", {
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
    await door("folders.save", {
      userId,
      accountId,
      folders: [{ path: "b", name: "B", role: "other" }],
    });
    expect(await foldersOf(database.reader, userId, accountId)).toMatchObject([{ path: "b" }]);
    expect(await pageOfRole(database.reader, { userId, role: "archive", limit: 9 })).toEqual([]);
  });
});

function never(): never {
  throw new Error("The row is missing.");
}
