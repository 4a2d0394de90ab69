import type { AccountId, FolderId, MessageId, UserId } from "@inlet/contract/ids.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { usualEngines } from "#/testing/database/database.ts";
import { startMailApp, type ThreeMessages, threeMessages } from "#/testing/apps/mail-app.ts";
import type { SignedUpUser } from "#/testing/factories/user.ts";
import type { RealApp } from "#/testing/apps/real-app.ts";
import { aMessage } from "#/testing/apps/published-calls.ts";

const aFile = {
  part: "2",
  filename: "a.pdf",
  type: "application/pdf",
  sizeBytes: 9,
  contentId: "",
  isInline: false,
  sha256: "",
};

describe.each(usualEngines)("classification on %s", (engine) => {
  let app: RealApp;
  let person: SignedUpUser;
  let userId: UserId;
  let accountId: AccountId;
  let inboxId: FolderId;
  let archiveId: FolderId;
  let ids: MessageId[];

  beforeAll(async () => {
    app = await startMailApp(engine);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  beforeEach(async () => {
    let folders: ThreeMessages["folders"];
    ({ person, userId, accountId, ids, folders } = await threeMessages(app));
    ({ inbox: inboxId, archive: archiveId } = folders);
  });

  const first = () => ids[0] ?? never();

  test("divides the inbox by sender and by importance", async () => {
    const { client } = person;
    const [, other] = await app.execute("messages.takeIn", {
      userId,
      accountId,
      folderId: inboxId,
      messages: [4, 5].map((uid) =>
        aMessage({
          uid,
          message: {
            messageId: `${userId}.${uid}@example.net`,
            from: [{ name: "x@example.com", address: `Person_${uid}@Example.net` }],
          },
        }),
      ),
    });
    const counted = async (filter: { from?: string; isImportant?: boolean }) => {
      const { emails } = await client.call("GET /email/list", filter);
      const { threads } = await client.call("GET /email/threads", filter);
      const { count } = await client.call("POST /email/count", { folder: "inbox", ...filter });
      expect([threads.length, count]).toEqual([emails.length, emails.length]);
      return count;
    };
    expect(await counted({ from: "person_4@example.net" })).toBe(1);
    // A part of an address does not match, and "_" is not a wildcard.
    expect(await counted({ from: "erson_4@example.net" })).toBe(0);
    expect(await counted({ from: "personx4@example.net" })).toBe(0);
    expect(await counted({ from: "@example.net" })).toBe(2);
    // An address in a display name does not count.
    expect(await counted({ from: "@example.com" })).toBe(3);
    await client.call("PATCH /email/{emailId}", {
      emailId: other?.messageId ?? never(),
      priority: "High",
    });
    expect(await counted({ isImportant: true })).toBe(1);
    expect(await counted({ isImportant: false })).toBe(4);
    expect(await counted({ isImportant: true, from: "@example.com" })).toBe(0);
  });

  test("saves a category and priority that the user sets, and undoes it", async () => {
    const { client } = person;
    const emailId = first();
    const { email, undoId } = await client.call("PATCH /email/{emailId}", {
      emailId,
      category: "Finance",
      priority: "High",
    });
    expect(email).toMatchObject({ category: "Finance", priority: "High", summary: null });
    const narrowed = async (filter: { category?: "Finance" | "Work"; priority?: "High" }) => {
      const { emails } = await client.call("GET /email/list", filter);
      const { threads } = await client.call("GET /email/threads", filter);
      const { count } = await client.call("POST /email/count", filter);
      expect([threads.length, count]).toEqual([emails.length, emails.length]);
      return emails.map(({ id }) => id);
    };
    expect(await narrowed({ category: "Finance" })).toEqual([emailId]);
    expect(await narrowed({ category: "Finance", priority: "High" })).toEqual([emailId]);
    expect(await narrowed({ category: "Work" })).toEqual([]);
    await client.call("POST /email/bulk", {
      matching: { priority: "High" },
      change: { folder: "archive" },
    });
    const archived = { folder: "archive", category: "Finance" } as const;
    expect((await client.call("GET /email/list", archived)).emails).toHaveLength(1);
    await client.call("PATCH /email/{emailId}", { emailId, priority: null });
    // A value that was changed again stays.
    await client.call("POST /email/undo", { undoId: undoId ?? never() });
    expect((await client.call("GET /email/list", archived)).emails[0]).toMatchObject({
      category: "Finance",
      priority: null,
    });
    const again = await client.call("PATCH /email/{emailId}", { emailId, category: null });
    await client.call("POST /email/undo", { undoId: again.undoId ?? never() });
    expect((await client.call("GET /email/list", archived)).emails).toHaveLength(1);
  });

  test("keeps the category of a message that is found in another folder", async () => {
    const { client } = person;
    await client.call("PATCH /email/{emailId}", { emailId: first(), category: "Work" });
    await app.execute("messages.takeIn", {
      userId,
      accountId,
      folderId: archiveId,
      messages: [aMessage({ uid: 1, message: { messageId: `${userId}.1@example.org` } })],
    });
    const found = { folder: "archive", category: "Work" } as const;
    expect((await client.call("GET /email/list", found)).emails.map(({ id }) => id)).toEqual([
      first(),
    ]);
  });

  test("lists the oldest first, page by page, and messages with attachments", async () => {
    const { client } = person;
    const [attached] = await app.execute("messages.takeIn", {
      userId,
      accountId,
      folderId: inboxId,
      messages: [
        aMessage({
          uid: 4,
          message: { messageId: `${userId}.4@example.org` },
          attachments: [aFile],
        }),
      ],
    });
    const oldest = { sort: "oldest", limit: 3 } as const;
    for (const name of ["GET /email/list", "GET /email/threads"] as const) {
      const rowsOf = async (cursor?: string) => {
        const page = await client.call(name, { ...oldest, ...(cursor && { cursor }) });
        const rows = "emails" in page ? page.emails : page.threads;
        return { ids: rows.map(({ id }) => id), cursor: page.nextCursor };
      };
      const { ids: top, cursor } = await rowsOf();
      expect(top).toEqual(ids);
      expect((await rowsOf(cursor ?? never())).ids).toEqual([attached?.messageId]);
    }
    const files = await client.call("GET /email/list", { hasAttachments: true });
    expect(files.emails.map(({ id }) => id)).toEqual([attached?.messageId]);
    expect(await client.call("POST /email/count", { hasAttachments: false })).toEqual({ count: 3 });
  });
});

function never(): never {
  throw new Error("It is missing.");
}
