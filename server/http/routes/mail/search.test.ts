import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type AccountId, UserId } from "@inlet/contract/ids.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bothEngines } from "#/testing/database/database.ts";
import { testContext } from "#/testing/apps/test-context.ts";
import { signUpUser, type SignedUpUser } from "#/testing/factories/user.ts";
import { type RealApp, startRealApp } from "#/testing/apps/real-app.ts";
import { aMessage, anAccount, someFolders } from "#/testing/apps/published-calls.ts";

const aFile = {
  part: "2",
  filename: "plan.pdf",
  type: "application/pdf",
  sizeBytes: 1,
  contentId: "",
  isInline: false,
  sha256: "",
};

describe.each(bothEngines)("searching on %s", (engine) => {
  let blobsDir = "";
  let app: RealApp;
  let person: SignedUpUser;

  beforeAll(async () => {
    blobsDir = await mkdtemp(path.join(tmpdir(), "inlet-blobs-"));
    app = await startRealApp(engine, { context: (parts) => testContext(parts, blobsDir) });
    person = await signUpUser(app.origin, "Searcher");
    const userId = UserId.parse(person.user.id);
    const north = await anAccount(app.execute, userId, "me@north.example.org");
    const south = await anAccount(app.execute, userId, "me@south.example.org");
    const folders = await app.execute("folders.save", {
      userId,
      accountId: north,
      folders: [
        { path: "INBOX", name: "Inbox", role: "inbox" },
        { path: "Trips/Far away", name: "Far away", role: "other" },
      ],
    });
    const [southInbox] = await someFolders(app.execute, userId, south);
    const take = async (
      accountId: AccountId,
      folder: { id: (typeof folders)[number]["id"] } | undefined,
      messages: ReturnType<typeof aMessage>[],
    ) =>
      app.execute("messages.takeIn", {
        userId,
        accountId,
        folderId: folder?.id ?? never(),
        messages,
      });
    const day = (date: string) => Date.parse(date);
    const inbox = folders.find(({ role }) => role === "inbox");
    await take(north, inbox, [
      aMessage({
        uid: 1,
        internalDate: day("2026-08-31T23:30:00Z"),
        message: mail("august", "oak"),
      }),
      aMessage({
        uid: 2,
        internalDate: day("2026-09-01T10:00:00Z"),
        flags: ["\\Seen", "\\Flagged"],
        attachments: [aFile],
        message: mail("september", "oak"),
      }),
      aMessage({
        uid: 3,
        internalDate: day("2026-09-02T10:00:00Z"),
        flags: ["Big_Trips"],
        message: mail("labelled", "elm"),
      }),
    ]);
    await take(
      north,
      folders.find(({ role }) => role === "other"),
      [
        aMessage({
          uid: 1,
          internalDate: day("2026-09-03T10:00:00Z"),
          message: mail("travel", "oak"),
        }),
      ],
    );
    await take(south, southInbox, [
      aMessage({
        uid: 1,
        internalDate: day("2026-09-04T10:00:00Z"),
        message: mail("south", "oak"),
      }),
    ]);
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await rm(blobsDir, { recursive: true });
  });

  const find = async (query: string, timeZone = "UTC") =>
    (await person.client.call("POST /email/search", { query, timeZone })).results.map(
      ({ subject }) => subject,
    );

  test.each([
    ["is:unread oak", ["south", "travel", "august"]],
    ["is:read", ["september"]],
    ["is:starred", ["september"]],
    ["has:attachment", ["september"]],
    ["has:attachment elm", []],
    ["label:big_trips", ["labelled"]],
    ["in:inbox", ["south", "labelled", "september", "august"]],
    ["in:far-away", ["travel"]],
    ['in:"Trips/Far away" oak', ["travel"]],
    ["in:anywhere oak", ["south", "travel", "september", "august"]],
    ["account:south", ["south"]],
    ["account:me@north.example.org in:inbox is:unread", ["labelled", "august"]],
    ["after:2026-09-02", ["south", "travel", "labelled"]],
    ["before:2026-09-01", ["august"]],
    ["after:2026-09-01 before:2026-09-03", ["labelled", "september"]],
    ["subject:august is:unread", ["august"]],
    ["in:trash", []],
    ["-is:unread", ["september"]],
    ["-in:far-away oak -account:south", ["september", "august"]],
    ["-has:attachment in:inbox", ["south", "labelled", "august"]],
    ["-label:big_trips in:inbox", ["south", "september", "august"]],
    ["{is:starred label:big_trips}", ["labelled", "september"]],
    ["NOT (is:starred OR oak)", ["labelled"]],
    ["oak (in:far-away OR is:starred) -subject:south", ["travel", "september"]],
    ["in:inbox (subject:august OR newer:2026-09-04)", ["south", "august"]],
    ["-after:2026-09-02", ["september", "august"]],
    ["older:2026-09-01", ["august"]],
    ["older_than:900y", []],
    ["-older_than:900y is:starred", ["september"]],
  ])("finds %s", async (query, subjects) => {
    expect(await find(query)).toEqual(subjects);
  });

  test("uses the user's time zone for dates", async () => {
    expect(await find("before:2026-09-01", "Europe/Berlin")).toEqual([]);
    expect(await find("after:2026-09-01 oak", "Europe/Berlin")).toContain("august");
    expect(
      await person.client.refusal("POST /email/search", { query: "tax", timeZone: "Moon/Base" }),
    ).toMatchObject({ code: "input.invalid" });
  });

  test("continues page by page, and counts and changes the matches of an operator", async () => {
    const { client } = person;
    const query = "is:unread in:inbox";
    const top = await client.call("POST /email/search", { query, limit: 2 });
    expect(top.results.map(({ subject }) => subject)).toEqual(["south", "labelled"]);
    const cursor = top.nextCursor ?? never();
    const rest = await client.call("POST /email/search", { query, limit: 2, cursor });
    expect(rest).toMatchObject({ results: [{ subject: "august" }], nextCursor: null });
    expect(await client.call("POST /email/count", { query })).toEqual({ count: 3 });
    const { undoId } = await client.call("POST /email/bulk", {
      matching: { query: "is:unread in:inbox before:2026-09-01" },
      change: { seen: true },
    });
    expect(await find("is:read")).toEqual(["september", "august"]);
    await client.call("POST /email/undo", { undoId: undoId ?? never() });
  });

  test("lists messages with the words in their subject first, page by page", async () => {
    const { client } = person;
    const asked = { query: "august OR oak OR elm september", order: "relevance" as const };
    const subjects: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await client.call("POST /email/search", {
        ...asked,
        limit: 1,
        ...(cursor && { cursor }),
      });
      subjects.push(...page.results.map(({ subject }) => subject));
      cursor = page.nextCursor;
    } while (cursor);
    expect(subjects).toEqual(["september"]);
    const { nextCursor, results } = await client.call("POST /email/search", {
      query: "oak",
      limit: 2,
      order: "relevance",
    });
    expect(results.map(({ subject }) => subject)).toEqual(["south", "travel"]);
    for (const [order, wrong] of [
      ["newest", nextCursor ?? never()],
      ["relevance", "1.2"],
      ["relevance", "1.2.3"],
      ["relevance", "zzzzzzzzzzz"],
      ["relevance", "1.2.3.4.5"],
      ["relevance", "-1"],
    ] as const) {
      expect(
        await client.refusal("POST /email/search", { query: "oak", order, cursor: wrong }),
      ).toMatchObject({ code: "list.bad_cursor" });
    }
  });

  test("reports an unknown operator, and changes nothing for it", async () => {
    const { client } = person;
    for (const [query, code] of [
      ["lager:big oak", "search.unknown_operator"],
      ["larger:big oak", "search.unknown_value"],
      ["in:nowhere oak", "search.unknown_value"],
      ["label:nothing oak", "search.unknown_value"],
      ["account:west oak", "search.unknown_value"],
      ["🎉 older_than:1h", "search.unknown_value"],
      ["from:★★★ is:unread", "search.unknown_value"],
      ["in:inbox NOT (🎉) oak", "search.unknown_value"],
      [`${"oak ".repeat(30)}subject:elm`, "search.too_many"],
    ] as const) {
      expect(await client.refusal("POST /email/search", { query })).toMatchObject({ code });
      expect(await client.refusal("POST /email/count", { query })).toMatchObject({ code });
      const all = { matching: { query }, change: { folder: "trash" as const } };
      expect(await client.refusal("POST /email/bulk", all)).toMatchObject({ code });
    }
    expect(await find("in:trash")).toEqual([]);
  });

  test("refuses to change or export messages if part of the search was ignored", async () => {
    const { client } = person;
    for (const [query, code, count] of [
      ["oak 🎉", "search.unknown_value", 4],
      ["oak OR", "search.unknown_value", 4],
      [`${"oak ".repeat(30)}elm`, "search.too_many", 4],
    ] as const) {
      // A search that only reads returns the matches.
      expect(await client.call("POST /email/count", { query })).toEqual({ count });
      const all = { matching: { query }, change: { folder: "trash" as const } };
      expect(await client.refusal("POST /email/bulk", all)).toMatchObject({ code });
      expect(await client.refusal("POST /email/export", { query })).toMatchObject({ code });
    }
    expect(await find("in:trash")).toEqual([]);
  });

  test("finds in a user's folder that has the name of a role, behind a slash", async () => {
    const other = await signUpUser(app.origin, "Filer");
    const userId = UserId.parse(other.user.id);
    const accountId = await anAccount(app.execute, userId);
    const folders = await app.execute("folders.save", {
      userId,
      accountId,
      folders: [
        { path: "Archive", name: "Archive", role: "archive" },
        { path: "Projects/Archive", name: "Archive", role: "other" },
        { path: "/Oaks", name: "/Oaks", role: "other" },
        { path: "Oaks", name: "Oaks", role: "other" },
      ],
    });
    for (const { id: folderId, path: subject } of folders) {
      const messages = [aMessage({ uid: 1, message: mail(subject, "oak") })];
      await app.execute("messages.takeIn", { userId, accountId, folderId, messages });
    }
    for (const [query, subject] of [
      ["in:Archive", "Archive"],
      ["in:/Archive", "Projects/Archive"],
      ["label:/archive", "Projects/Archive"],
      ["in:Projects/Archive", "Projects/Archive"],
      ["in:/projects/archive", "Projects/Archive"],
      ["in:/oaks", "/Oaks"],
      ["in:Oaks", "Oaks"],
    ] as const) {
      const { results } = await other.client.call("POST /email/search", { query });
      expect([query, results.map((row) => row.subject)]).toEqual([query, [subject]]);
    }
    expect(await other.client.refusal("POST /email/search", { query: "in:/Inbox" })).toMatchObject({
      code: "search.unknown_value",
    });
  });

  test("matches a complete account address exactly", async () => {
    const other = await signUpUser(app.origin, "Many");
    const userId = UserId.parse(other.user.id);
    for (const address of ["a@b.co", "a@b.com", "A@b.comp"]) {
      const accountId = await anAccount(app.execute, userId, address);
      const [folder] = await someFolders(app.execute, userId, accountId);
      const messages = [aMessage({ uid: 1, message: mail(address, "oak") })];
      await app.execute("messages.takeIn", {
        userId,
        accountId,
        folderId: folder?.id ?? never(),
        messages,
      });
    }
    for (const [query, subjects] of [
      ["account:a@b.co", ["a@b.co"]],
      ["account:A@B.com", ["a@b.com"]],
      ["account:a@b.comp", ["A@b.comp"]],
      ["account:b.co", ["A@b.comp", "a@b.co", "a@b.com"]],
    ] as const) {
      const { results } = await other.client.call("POST /email/search", { query });
      expect([query, results.map(({ subject }) => subject).toSorted()]).toEqual([query, subjects]);
    }
  });

  test("does not accept names of another user's accounts, folders and labels", async () => {
    const other = await signUpUser(app.origin, "Other");
    for (const query of ["account:south", "in:far-away", "label:big_trips"]) {
      expect(await other.client.refusal("POST /email/search", { query })).toMatchObject({
        code: "search.unknown_value",
      });
    }
    expect((await other.client.call("POST /email/search", { query: "is:unread" })).results).toEqual(
      [],
    );
  });
});

function mail(subject: string, text: string) {
  return { subject, text, messageId: `${subject}@example.org` };
}

function never(): never {
  throw new Error("It is missing.");
}
