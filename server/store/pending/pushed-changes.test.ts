import { expect, test } from "vitest";
import { withDatabases } from "#/testing/database/database.ts";
import { aFiledMailbox } from "#/testing/mailboxes/filed-mailbox.ts";
import { aMessage } from "#/testing/apps/published-calls.ts";
import { readFlags } from "#/store/messages/flags.ts";
import { getMessage } from "#/store/messages/queries.ts";

withDatabases((open) => {
  /** A mailbox whose clock advances with every step. */
  async function aMailboxInTime() {
    const box = await aFiledMailbox(open);
    const folderId = box.folder("inbox").id;
    const { userId, accountId } = box;
    const tick = () => ++box.clock.at;
    return {
      ...box,
      tick,
      /** Pushes everything to the mail server; a moved message gets this UID. */
      async push({ uid = 0 } = {}) {
        const settled = (await box.take()).map(({ id, kind }) => ({
          id,
          outcome:
            kind === "move"
              ? ({ kind: "arrived", uid, uidValidity: 1 } as const)
              : ({ kind: "applied" } as const),
        }));
        tick();
        await box.execute("pending.settle", { userId, settled });
        tick();
      },
      flags: async () =>
        readFlags((await getMessage(box.reader, userId, box.id))?.flags_json ?? "[]"),
      reportsFlags: (flags: string[], askedAt: number) =>
        box.execute("locations.flags", { folderId, items: [{ uid: 1, flags }], askedAt }),
      reportsMessage: (askedAt: number, flags: string[] = []) =>
        box.execute("messages.takeIn", {
          userId,
          accountId,
          folderId,
          messages: [aMessage({ uid: 1, flags })],
          askedAt,
        }),
    };
  }

  test("flags fetched before a push do not revert the pushed change", async () => {
    const box = await aMailboxInTime();
    const askedAt = box.tick();
    await box.change({ seen: true });
    await box.push();
    expect(await box.reportsFlags(["\\Answered"], askedAt)).toBe(false);
    expect(await box.reportsMessage(askedAt, ["\\Answered"])).toMatchObject([{ isDoubtful: true }]);
    expect(await box.flags()).toEqual(["\\Seen"]);
    // A request after the push returns current flags.
    expect(await box.reportsFlags(["\\Answered"], box.tick())).toBe(true);
    expect(await box.flags()).toEqual(["\\Answered"]);
  });

  test("a message fetched before it left its folder does not return", async () => {
    const box = await aMailboxInTime();
    const askedAt = box.tick();
    await box.change({ target: { role: "archive" } });
    await box.push({ uid: 9 });
    expect(await box.reportsMessage(askedAt)).toEqual([]);
    const folderId = box.folder("inbox").id;
    const items = [{ uid: 1, flags: [], providerId: "p1" }];
    const { userId, accountId } = box;
    await box.execute("locations.attach", { userId, accountId, folderId, items, askedAt });
    expect(await box.places()).toMatchObject([{ folder_id: box.folder("archive").id, uid: 9 }]);
    expect(await box.list("inbox")).toEqual([]);
  });

  test("a message that is still in its folder after a move appears there again", async () => {
    const box = await aMailboxInTime();
    await box.change({ target: { role: "archive" } });
    await box.push({ uid: 9 });
    await box.reportsMessage(box.tick());
    expect(await box.list("inbox")).toEqual([box.id]);
  });

  test("responses are accepted after the clock was set back by a day", async () => {
    const box = await aMailboxInTime();
    await box.change({ seen: true });
    await box.push();
    box.clock.at -= 24 * 3600_000;
    expect(await box.reportsFlags([], box.clock.at)).toBe(true);
    expect(await box.flags()).toEqual([]);
  });

  test("the record of pushed changes is stored for an hour, and deleted with its account", async () => {
    const box = await aMailboxInTime();
    const pushedUids = () => box.reader.selectFrom("told_places").select("uid").execute();
    await box.change({ seen: true });
    await box.push();
    expect(await pushedUids()).toHaveLength(1);
    await box.find("inbox", 2, 2);
    box.clock.at += 2 * 3600_000;
    const [other] = (await box.places()).filter(({ uid }) => uid === 2);
    await box.change({ seen: true }, undefined, other ? [other.message_id] : []);
    await box.push();
    expect(await pushedUids()).toEqual([{ uid: 2 }]);
    await box.execute("account.remove", { userId: box.userId, accountId: box.accountId });
    expect(await pushedUids()).toEqual([]);
  });
});
