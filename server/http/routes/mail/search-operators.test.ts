import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type AccountId, type FolderId, UserId } from "@inlet/contract/ids.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bothEngines } from "#/testing/database/database.ts";
import { testContext } from "#/testing/apps/test-context.ts";
import { signUpUser, type SignedUpUser } from "#/testing/factories/user.ts";
import { type RealApp, startRealApp } from "#/testing/apps/real-app.ts";
import { aMessage, anAccount, someFolders } from "#/testing/apps/published-calls.ts";

const aFile = (filename: string, type: string, isInline = false) => ({
  part: "2",
  filename,
  type,
  sizeBytes: 1,
  contentId: "",
  isInline,
  sha256: "",
});
const bo = { name: "Bo Ångström", address: "bo@partner.example.com" };
const me = { name: "Me", address: "me@north.example.org" };

type Given = Parameters<typeof aMessage>[0];

/** Each message's subject is its name in the tests. */
const all: Given[] = [
  { message: { subject: "report", to: [me], text: "See https://example.com/a" }, sizeBytes: 3000 },
  {
    message: { subject: "slides", cc: [bo], text: "the quick brown fox jumps" },
    attachments: [
      aFile("Budget plan.xlsx", "application/octet-stream"),
      aFile("", "application/pdf"),
      aFile("deck.ppt", "application/vnd.ms-powerpoint"),
    ],
    sizeBytes: 12 * 1024 ** 2,
  },
  {
    message: {
      subject: "list mail",
      from: [{ name: "Talk", address: "talk@lists.example.net" }],
      html: '<a href="https://youtu.be/x">film</a>',
      signs: {
        isBulk: true,
        list: { id: "talk.lists.example.net", address: "talk@lists.example.net" },
        deliveredTo: ["alias@north.example.org"],
      },
    },
    sizeBytes: 500,
  },
  {
    message: { subject: "invite", bcc: [me], cc: [me] },
    attachments: [aFile("call.ics", "text/calendar"), aFile("logo.png", "image/png", true)],
    flags: ["\\Answered", "\\Seen"],
  },
  {
    message: { subject: "photo", to: [bo], text: "https://docs.google.com/document/d/1" },
    attachments: [aFile("IMG_1.jpeg", "image/jpeg")],
    flags: ["Trips"],
  },
];

/** Queries, and the messages that they find. */
const queries: [string, string[]][] = [
  ["cc:bo", ["slides"]],
  ["cc:angstrom", ["slides"]],
  ["cc:partner.example.com", ["slides"]],
  ["cc:bo@partner.example.com is:unread", ["slides"]],
  ["to:bo -cc:bo", ["photo"]],
  ["-cc:partner.example.com has:attachment", ["photo", "invite"]],
  ["bcc:me", ["invite"]],
  ["cc:me", ["invite"]],
  ["bcc:bo", []],
  ["to:me", ["invite", "report"]],
  ["with:me has:attachment", ["invite"]],
  ["-from:lists.example.net is:unread", ["photo", "slides", "report"]],
  ["-from:nowhere.example.net is:read", ["invite"]],
  ["larger:10M", ["slides"]],
  ["size:2K", ["slides", "report"]],
  ["smaller:600", ["list mail"]],
  ["larger:2K smaller:4K", ["report"]],
  ["-larger:2K has:attachment", ["photo", "invite"]],
  ["filename:pdf", ["slides"]],
  ["filename:xlsx", ["slides"]],
  ['filename:"budget plan"', ["slides"]],
  ["filename:budg", ["slides"]],
  ['filename:"budg"', []],
  ["filename:jpeg OR filename:ics", ["photo", "invite"]],
  ["list:talk@lists.example.net", ["list mail"]],
  ["list:talk.lists", ["list mail"]],
  ["-list:talk is:unread has:link", ["photo", "report"]],
  ["deliveredto:alias@north.example.org", ["list mail"]],
  ["deliveredto:me", ["list mail"]],
  ["deliveredto:other@north.example.org", []],
  ["rfc822msgid:<m3@example.org>", ["list mail"]],
  ["rfc822msgid:m3@example.org", ["list mail"]],
  ["rfc822msgid:m3@example", []],
  ["has:link", ["photo", "list mail", "report"]],
  ["has:youtube", ["list mail"]],
  ["has:drive", ["photo"]],
  ["has:document", ["photo"]],
  ["has:image", ["photo"]],
  ["has:pdf", ["slides"]],
  ["has:spreadsheet has:presentation", ["slides"]],
  ["has:invite", ["invite"]],
  ["has:userlabels", ["photo"]],
  ["has:nouserlabels has:attachment", ["invite", "slides"]],
  ["label:trips", ["photo"]],
  ["-label:trips has:attachment", ["invite", "slides"]],
  ["label:inbox is:replied", ["invite"]],
  ["-is:replied has:attachment", ["photo", "slides"]],
  ["quick AROUND 1 fox", ["slides"]],
  ["fox AROUND 1 quick", ["slides"]],
  ["quick AROUND 0 fox", []],
  ["+fo", []],
  ["+fox AND brown", ["slides"]],
  ["fo", ["slides"]],
  ["after:2026-11-21 before:2026-11-22 newer:2026-11-20 older:2027 filename:pdf", ["slides"]],
  ["{filename:pdf has:youtube} -larger:1M", ["list mail"]],
  ["subject:(report OR slides) -has:pdf", ["report"]],
];

describe.each(bothEngines)("search operators on %s", (engine) => {
  let blobsDir = "";
  let app: RealApp;
  let person: SignedUpUser;
  let userId: UserId;
  let accountId: AccountId;
  let folders: Record<"inbox" | "archive" | "spam" | "trash", FolderId>;

  beforeAll(async () => {
    blobsDir = await mkdtemp(path.join(tmpdir(), "inlet-blobs-"));
    app = await startRealApp(engine, { context: (parts) => testContext(parts, blobsDir) });
    person = await signUpUser(app.origin, "Searcher");
    userId = UserId.parse(person.user.id);
    accountId = await anAccount(app.execute, userId, "me@north.example.org");
    await anAccount(app.execute, userId, "alias@north.example.org");
    const roles = ["inbox", "archive", "spam", "trash"] as const;
    const rows = await someFolders(app.execute, userId, accountId, [...roles]);
    const idOf = (role: string) => rows.find((row) => row.role === role)?.id ?? never();
    folders = {
      inbox: idOf("inbox"),
      archive: idOf("archive"),
      spam: idOf("spam"),
      trash: idOf("trash"),
    };
    await person.client.call("PUT /email/labels/{name}", { name: "Trips" });
    const messages = all.map((given, index) => aMessage({ ...given, uid: index + 1 }));
    await app.execute("messages.takeIn", { userId, accountId, folderId: folders.inbox, messages });
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await rm(blobsDir, { recursive: true });
  });

  const find = async (query: string, of: SignedUpUser = person) =>
    (await of.client.call("POST /email/search", { query })).results.map(({ subject }) => subject);

  test.each(queries)("finds %s", async (query, subjects) => {
    expect(await find(query)).toEqual(subjects);
    expect(await person.client.call("POST /email/count", { query })).toEqual({
      count: subjects.length,
    });
  });

  test("finds messages by a label in any script, in any spelling of a server", async () => {
    const { client } = person;
    const gmails = aMessage({
      uid: 80,
      message: { subject: "gmail's" },
      flags: ["label:Ärzte/Öl"],
    });
    const keyword = aMessage({
      uid: 81,
      message: { subject: "keyword" },
      flags: ["&AMQ-rzte/&ANY-l"],
    });
    const small = aMessage({ uid: 82, message: { subject: "small" }, flags: ["label:ärzte/öl"] });
    const messages = [gmails, keyword, small];
    await app.execute("messages.takeIn", { userId, accountId, folderId: folders.inbox, messages });
    const meant = ["small", "keyword", "gmail's"];
    for (const query of ['label:"Ärzte/Öl"', "label:ärzte-öl", "has:userlabels -label:trips"]) {
      expect([query, await find(query)]).toEqual([query, meant]);
    }
    const { emails } = await client.call("GET /email/list", { label: "Ärzte/Öl" });
    expect(emails.map(({ subject }) => subject)).toEqual(meant);
    await app.execute("locations.vanish", { folderId: folders.inbox, uids: [80, 81, 82] });
  });

  test("matches exact folder names before similar ones, and quoted names", async () => {
    const names = ["Site-A", "Site A", "Project „Adler“"];
    const made = await app.execute("folders.save", {
      userId,
      accountId,
      folders: [
        ...(["inbox", "archive", "spam", "trash"] as const).map((role) => ({
          path: role,
          name: role,
          role,
        })),
        ...names.map((name) => ({ path: `Sites/${name}`, name, role: "other" as const })),
      ],
    });
    for (const [at, { id: folderId }] of made.filter((row) => names.includes(row.name)).entries()) {
      const subject = made.find(({ id }) => id === folderId)?.name ?? never();
      const messages = [aMessage({ uid: 70 + at, message: { subject } })];
      await app.execute("messages.takeIn", { userId, accountId, folderId, messages });
    }
    expect(await find('in:"site a"')).toEqual(["Site A"]);
    expect(await find("in:Site-A")).toEqual(["Site-A"]);
    expect(await find("in:sites-site-a")).toHaveLength(2);
    expect(await find('in:"Project Adler"')).toEqual(["Project „Adler“"]);
  });

  test("finds nothing of another user's mail", async () => {
    const other = await signUpUser(app.origin, "Other");
    const its = await anAccount(app.execute, UserId.parse(other.user.id), "x@west.example.org");
    expect(its).not.toBe(accountId);
    for (const [query] of queries) {
      if (/label:trips/.test(query)) continue;
      expect([query, await find(query, other)]).toEqual([query, []]);
    }
  });

  test("checks all locations of a message for an excluded one, and leaves spam and trash out", async () => {
    const both = aMessage({ uid: 90, message: { subject: "both", text: "walnut" } });
    const gone = aMessage({ uid: 91, message: { subject: "gone", text: "walnut" } });
    const bad = aMessage({ uid: 92, message: { subject: "bad", text: "walnut" } });
    const kept = aMessage({ uid: 93, message: { subject: "kept", text: "walnut" } });
    const take = (folderId: FolderId, messages: ReturnType<typeof aMessage>[]) =>
      app.execute("messages.takeIn", { userId, accountId, folderId, messages });
    await take(folders.inbox, [both, kept]);
    await take(folders.archive, [both]);
    await take(folders.trash, [gone]);
    await take(folders.spam, [bad]);
    expect(await find("walnut")).toEqual(["kept", "both"]);
    expect(await find("walnut -in:archive")).toEqual(["kept"]);
    expect(await find("walnut -(in:archive OR subject:gone)")).toEqual(["kept"]);
    expect(await find("-in:inbox walnut in:archive")).toEqual([]);
    expect(await find("in:anywhere walnut")).toEqual(["kept", "bad", "gone", "both"]);
    expect(await find("in:trash walnut")).toEqual(["gone"]);
    expect(await find("label:spam walnut")).toEqual(["bad"]);
    expect(await find("walnut {in:trash in:inbox}")).toEqual(["kept", "gone", "both"]);
    expect(await find("-in:spam walnut")).toEqual(["kept", "both"]);
    const { client } = person;
    const counted = (folder?: "trash") =>
      client.call("POST /email/count", { query: "walnut", ...(folder && { folder }) });
    expect([await counted(), await counted("trash")]).toEqual([{ count: 2 }, { count: 1 }]);
    await app.execute("locations.vanish", { folderId: folders.inbox, uids: [90, 93] });
    await app.execute("locations.vanish", { folderId: folders.archive, uids: [90] });
  });
});

function never(): never {
  throw new Error("It is missing.");
}
