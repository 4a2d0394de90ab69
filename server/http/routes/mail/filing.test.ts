import { limits } from "@inlet/contract/limits.ts";
import { type FolderId, type MessageId, UserId } from "@inlet/contract/ids.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { bothEngines, usualEngines } from "#/testing/database/database.ts";
import { startMailApp, type ThreeMessages, threeMessages } from "#/testing/apps/mail-app.ts";
import type { SignedUpUser } from "#/testing/factories/user.ts";
import type { RealApp } from "#/testing/apps/real-app.ts";

describe.each(bothEngines)("filing on %s", (engine) => {
  let app: RealApp;
  let person: SignedUpUser;
  let ids: ThreeMessages["ids"];
  let folders: ThreeMessages["folders"];

  beforeAll(async () => {
    app = await startMailApp(engine);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  beforeEach(async () => {
    ({ person, ids, folders } = await threeMessages(app));
  });

  const list = async (folder: "inbox" | "archive" | "trash" | "snoozed" | FolderId) =>
    (await person.client.call("GET /email/list", { folder })).emails.map(({ id }) => id);
  const first = () => ids[0] ?? never();

  test("archives a message and undoes it", async () => {
    const { email, undoId } = await person.client.call("PATCH /email/{emailId}", {
      emailId: first(),
      folder: "archive",
      seen: true,
    });
    expect(email).toMatchObject({ id: first(), flags: ["\\Seen"] });
    expect(await list("inbox")).toEqual([ids[2], ids[1]]);
    expect(await list("archive")).toEqual([first()]);
    const undone = await person.client.call("POST /email/undo", { undoId: undoId ?? never() });
    expect(undone).toEqual({ count: 1 });
    expect(await list("inbox")).toEqual([ids[2], ids[1], ids[0]]);
    expect(
      await person.client.refusal("POST /email/undo", { undoId: undoId ?? never() }),
    ).toMatchObject({ code: "undo.too_late", status: 409 });
  });

  test("changes all messages of a list or search", async () => {
    const { client } = person;
    await client.call("PATCH /email/{emailId}", { emailId: first(), seen: true });
    expect(
      await client.call("POST /email/bulk", {
        matching: { folder: "inbox", isUnread: true },
        change: { starred: true },
      }),
    ).toMatchObject({ count: 2 });
    const unread = await client.call("GET /email/list", { isUnread: true });
    expect(unread.emails.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
    expect(unread.emails.every(({ flags }) => flags.includes("\\Flagged"))).toBe(true);
    expect(
      await client.call("POST /email/bulk", {
        matching: { query: "subject:2" },
        change: { folder: "trash" },
      }),
    ).toMatchObject({ count: 1 });
    expect(await list("trash")).toEqual([ids[1]]);
    // A search with `in:anywhere` includes the trash, a list does not.
    for (const [counted, count] of [
      [{ query: "subject" }, 2],
      [{ query: "subject in:anywhere" }, 3],
      [{ query: "subject", folder: "trash" }, 1],
      [{ query: "subject", folder: "inbox" }, 2],
      [{ folder: "inbox", isUnread: true }, 1],
      [{}, 2],
    ] as const) {
      expect(await client.call("POST /email/count", counted)).toEqual({ count });
    }
    expect(
      await client.refusal("POST /email/bulk", { matching: { query: "x" }, change: {} }),
    ).toMatchObject({ code: "search.too_short" });
    expect(await client.refusal("POST /email/count", { query: "x" })).toMatchObject({
      code: "search.too_short",
    });
  });

  test("lists the messages of a label in every folder, except spam and trash", async () => {
    const { client } = person;
    const [oldest, middle, newest] = ids;
    const change = { labels: { add: ["Work"] } };
    await client.call("POST /email/bulk", { ids, change });
    await client.call("POST /email/bulk", {
      ids: [oldest ?? never()],
      change: { folder: "archive" },
    });
    await client.call("POST /email/bulk", {
      ids: [middle ?? never()],
      change: { folder: "trash" },
    });
    const copyTo = folders.other;
    await client.call("POST /email/bulk", { ids: [newest ?? never()], change: { copyTo } });
    const { accounts } = await client.call("GET /imap/accounts", {});
    for (const only of [{}, { accountId: accounts[0]?.id ?? never() }]) {
      const { emails } = await client.call("GET /email/list", { label: "work", ...only });
      expect(emails.map(({ id }) => id)).toEqual([newest, oldest]);
      const { threads } = await client.call("GET /email/threads", { label: "work", ...only });
      expect(threads.map(({ id }) => id)).toEqual([newest, oldest]);
      const one = await client.call("GET /email/list", { label: "work", limit: 1, ...only });
      expect(one).toMatchObject({ hasMore: true, emails: [{ id: newest }] });
      const two = { label: "work", limit: 1, cursor: one.nextCursor ?? never(), ...only };
      expect(await client.call("GET /email/list", two)).toMatchObject({
        hasMore: false,
        emails: [{ id: oldest }],
      });
    }
    const inbox = await client.call("GET /email/list", { label: "work", folder: "inbox" });
    expect(inbox.emails.map(({ id }) => id)).toEqual([newest]);
    const matching = { label: "work" };
    expect(await client.call("POST /email/count", matching)).toEqual({ count: 2 });
    const { count } = await client.call("POST /email/bulk", { matching, change: { seen: true } });
    expect(count).toBe(2);
  });

  if (!usualEngines.includes(engine)) return;

  test("returns no undo id if nothing changed", async () => {
    const { undoId } = await person.client.call("PATCH /email/{emailId}", {
      emailId: first(),
      seen: false,
      folder: "inbox",
    });
    expect(undoId).toBeNull();
  });

  test("moves many messages into a user's own folder, and skips unknown ones", async () => {
    const { count, undoId } = await person.client.call("POST /email/bulk", {
      ids: [...ids, "01900000-0000-7000-8000-000000000000" as MessageId],
      change: { folder: folders.other },
    });
    expect(count).toBe(3);
    expect(await list(folders.other)).toHaveLength(3);
    await person.client.call("POST /email/undo", { undoId: undoId ?? never() });
    expect(await list("inbox")).toHaveLength(3);
  });

  test("empties the trash, which can be undone", async () => {
    const { client } = person;
    await client.call("POST /email/bulk", { ids, change: { folder: "trash" } });
    const { count, undoId } = await client.call("POST /email/empty", { folder: "trash" });
    expect(count).toBe(3);
    expect(await list("trash")).toEqual([]);
    expect(
      await client.refusal("GET /email/preview/{emailId}", { emailId: first() }),
    ).toMatchObject({ code: "message.not_found" });
    await client.call("POST /email/undo", { undoId: undoId ?? never() });
    expect(await list("trash")).toHaveLength(3);
    expect(await client.call("POST /email/empty", { folder: "spam" })).toEqual({
      count: 0,
      undoId: null,
    });
  });

  test("snoozes until a future time", async () => {
    const { client } = person;
    const at = new Date(app.clock.now() + 3600_000).toISOString();
    const { email } = await client.call("PATCH /email/{emailId}", {
      emailId: first(),
      snoozeUntil: at,
    });
    expect(email.snoozedUntil).toBe(at);
    expect(await list("snoozed")).toEqual([first()]);
    expect(await list("inbox")).toEqual([ids[2], ids[1]]);
    expect((await client.call("GET /email/folders", {})).unread).toMatchObject({ inbox: 2 });
    const read = await client.call("GET /email/preview/{emailId}", { emailId: first() });
    expect(read.email.folder).toBe("inbox");
    await client.call("PATCH /email/{emailId}", { emailId: first(), snoozeUntil: null });
    expect(await list("inbox")).toHaveLength(3);
    const past = new Date(app.clock.now() - 1).toISOString();
    expect(
      await client.refusal("PATCH /email/{emailId}", { emailId: first(), snoozeUntil: past }),
    ).toMatchObject({ code: "snooze.in_the_past", status: 400 });
  });

  test("shows when a message returned, and sorts it by that time", async () => {
    const { client } = person;
    const until = app.clock.now() + 60_000;
    const snoozeUntil = new Date(until).toISOString();
    await client.call("PATCH /email/{emailId}", { emailId: first(), snoozeUntil });
    app.clock.time = until;
    await app.execute("snoozed.return", { userId: UserId.parse(person.user.id) });
    const page = await client.call("GET /email/list", { limit: 1 });
    expect(page.emails).toMatchObject([{ id: first(), snoozedUntil: null }]);
    expect(Date.parse(page.emails[0]?.returnedAt ?? "")).toBe(Math.floor(until / 1000) * 1000);
    const cursor = page.nextCursor ?? never();
    const rest = await client.call("GET /email/list", { cursor });
    expect(rest.emails.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
  });

  test("searches page by page to the end", async () => {
    const { client } = person;
    const top = await client.call("POST /email/search", { query: "subject", limit: 2 });
    expect(top.results.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
    const cursor = top.nextCursor ?? never();
    const rest = await client.call("POST /email/search", { query: "subject", limit: 2, cursor });
    expect(rest).toMatchObject({ results: [{ id: ids[0] }], nextCursor: null });
    for (const broken of ["no place", "xyz", `0${cursor}`, cursor.slice(1)]) {
      const refused = { code: "list.bad_cursor", status: 400 };
      expect(
        await client.refusal("POST /email/search", { query: "subject", cursor: broken }),
      ).toMatchObject(refused);
      expect(await client.refusal("GET /email/list", { cursor: broken })).toMatchObject(refused);
    }
  });

  test("accepts any label name, and renames and removes labels on all messages", async () => {
    const { client } = person;
    await client.call("POST /email/bulk", {
      ids: ids.slice(0, 2),
      change: { labels: { add: ["Zu erledigen (später)"] } },
    });
    const made = await client.call("PUT /email/labels/{name}", { name: "Work", color: "work" });
    expect(made.label).toEqual({ name: "Work", color: "work", unread: 0 });
    expect((await client.call("GET /email/labels", {})).labels).toEqual([
      { name: "Work", color: "work", unread: 0 },
      { name: "Zu erledigen (später)", color: "default", unread: 2 },
    ]);
    const labelled = async (label: string) =>
      (await client.call("GET /email/list", { label })).emails.map(({ tags }) => tags);
    expect(await labelled("zu erledigen (später)")).toEqual([
      ["Zu erledigen (später)"],
      ["Zu erledigen (später)"],
    ]);
    expect(
      await client.refusal("PUT /email/labels/{name}", {
        name: "Zu erledigen (später)",
        newName: "work",
      }),
    ).toMatchObject({ code: "label.exists", status: 409 });
    await client.call("PUT /email/labels/{name}", {
      name: "Zu erledigen (später)",
      newName: "To do",
    });
    expect(await labelled("To do")).toEqual([["To do"], ["To do"]]);
    expect(await labelled("Zu erledigen (später)")).toEqual([]);
    await client.call("DELETE /email/labels/{name}", { name: "To do" });
    expect(await labelled("To do")).toEqual([]);
    const { labels } = await client.call("GET /email/labels", {});
    expect(labels.map(({ name }) => name)).toEqual(["Work"]);
  });

  test("mutes and unmutes a conversation", async () => {
    const { client } = person;
    const change = { emailId: first(), muted: true };
    const { email } = await client.call("PATCH /email/{emailId}", change);
    expect(email.isMuted).toBe(true);
    const unmuted = await client.call("PATCH /email/{emailId}", { emailId: first(), muted: false });
    expect(unmuted.email.isMuted).toBe(false);
  });

  test("refuses unknown folders, and creates none if the server does not respond", async () => {
    const { client } = person;
    const nowhere = "01900000-0000-7000-8000-000000000000" as FolderId;
    for (const change of [{ folder: nowhere }, { copyTo: nowhere }]) {
      expect(
        await client.refusal("PATCH /email/{emailId}", { emailId: first(), ...change }),
      ).toMatchObject({ code: "folder.not_found" });
    }
    const { accounts } = await client.call("GET /imap/accounts", {});
    const accountId = accounts[0]?.id ?? never();
    expect(await client.refusal("POST /email/folders", { accountId, name: "Mine" })).toMatchObject({
      code: "folder.refused",
      status: 422,
    });
  });

  test("limits how many messages a bulk change names", async () => {
    const many = Array.from({ length: limits.bulkIds + 1 }, () => first());
    expect(
      await person.client.refusal("POST /email/bulk", { ids: many, change: { seen: true } }),
    ).toMatchObject({ code: "input.invalid" });
  });
});

function never(): never {
  throw new Error("It is missing.");
}
