import { expect, test } from "vitest";
import { withDatabases } from "#/testing/database/database.ts";
import { openStore } from "#/testing/database/test-store.ts";
import { aMailbox, aMessage, anAccount, someFolders } from "#/testing/apps/published-calls.ts";
import type { IncomingContent } from "#/store/messages/ingest-types.ts";
import { search } from "./search.ts";
import { wordColumns } from "./words.ts";

const emails: Partial<IncomingContent>[] = [
  {
    subject: "Invoice 2026-04",
    text: "Please pay the open amount",
    from: [{ name: "Jürgen Müller", address: "juergen.mueller@rechnung.example.de" }],
  },
  {
    subject: "Lunch",
    text: "The invoice can wait. Pay nothing, open nothing; the amount is wrong.",
  },
  {
    subject: "Re: Lunch",
    text: "Straße & café",
    to: [{ name: "Bob", address: "bob@example.net" }],
  },
  { subject: "会議のお知らせ", text: "来週東京で会議があります。資料2026年版を添付します。" },
  { subject: "Привет", text: "Ещё одно письмо о счёте-фактуре" },
  { subject: "مرحبا", text: "كِتَاب جديد" },
  { subject: "안녕하세요", text: "회의는 서울에서" },
];

const aReport = {
  part: "2",
  filename: "Report_final.PDF",
  type: "application/pdf",
  sizeBytes: 1,
  contentId: "",
  isInline: false,
  sha256: "",
};

/** The typed text, and the messages above that it finds, counted from 1. */
const queries: [string, number[]][] = [
  ["invoice", [2, 1]],
  ["INV", [2, 1]],
  ["pay open amount", [2, 1]],
  ["open amount", [2, 1]],
  ['"open amount"', [1]],
  ['"amount open"', []],
  ["subject:invoice", [1]],
  ["pay SUBJECT:inv", [1]],
  ["from:müller", [1]],
  ["from:MULLER invoice", [1]],
  ["juergen.mueller@rechnung", [1]],
  ['from:"jurgen muller"', [1]],
  ["to:bob", [3]],
  ["from:bob", []],
  ["strasse", [3]],
  ["Straße CAFE", [3]],
  ["tomato", []],
  ["東京", [4]],
  ["会議", [4]],
  ["東京で会議", [4]],
  ["京東", []],
  ["資料2026年", [4]],
  ["会", [4]],
  ["す", [4]],
  ["еще письмо", [5]],
  ["счёте-фактуре", [5]],
  ["كتاب", [6]],
  ["서울", [7]],
  ["invo ice", []],
  ["in", [2, 1]],
  ["2026-04", [1]],
  ["pdf report", [3]],
  ['"', []],
  ["* OR (", []],
  ["NOT invoice", [7, 6, 5, 4, 3]],
  ["-invoice -東京", [7, 6, 5, 3]],
  ["open AROUND 3 nothing", [2]],
  ["nothing AROUND 0 pay", [2]],
  ["invoice AROUND 1 pay", []],
  ["invoice AROUND 2 pay", [2]],
  ["pay AROUND 9 amount", [2, 1]],
  ["pay AROUND 1 amount", []],
  ['"open amount" AROUND 1 the', [1]],
  ["subject:(lunch AROUND 5 re)", [3]],
  ["lunch AROUND 5 café", []],
  ["-(pay AROUND 3 amount) pay", [2]],
  ["+in", []],
  ["+invoice", [2, 1]],
  ["invoice -lunch", [1]],
  ["invoice NOT (lunch OR tomato)", [1]],
  ["lunch OR 東京", [4, 3, 2]],
  ["{lunch 東京} -café", [4, 2]],
  ["(lunch -invoice) OR from:müller", [3, 1]],
  ["-(lunch -invoice) pay", [2, 1]],
  ["subject:(invoice OR lunch)", [3, 2, 1]],
  ["-subject:{invoice lunch} -from:nobody", [7, 6, 5, 4]],
  ["lunch OR 東京 amount", [2]],
  ["has:attachment OR from:müller", [3, 1]],
  ["-has:attachment lunch", [2]],
  ["{has:attachment (lunch -wait)}", [3]],
  ["-(is:unread lunch)", [7, 6, 5, 4, 1]],
  ["-is:unread", []],
  ["with:bob", [3]],
  ["-with:bob lunch", [2]],
  ["in:inbox -with:bob -subject:lunch older_than:900y", []],
  ["lunch -older_than:900y", [3, 2]],
  ["東京 OR newer_than:1h lunch", []],
  ["東京 OR older_than:1h lunch", [3, 2]],
  ["http://invoice", []],
  ["invoice:12", []],
  [`it's "unclosed`, []],
  ["a:b:c \\ ' & | ! <->", []],
];

withDatabases((open) => {
  test("finds matches, and treats no input as an error", async () => {
    const { database, execute } = await openStore(open);
    const { userId, accountId, folderId } = await aMailbox(execute);
    const messages = emails.map((message, index) =>
      aMessage({ uid: index + 1, message, attachments: index === 2 ? [aReport] : [] }),
    );
    await execute("messages.takeIn", { userId, accountId, folderId, messages });
    const uidOf = new Map(emails.map(({ subject }, index) => [subject, index + 1]));
    for (const [query, uids] of queries) {
      const found = await search(database.reader, database.engine, userId, query, { limit: 20 });
      expect([query, found.map(({ subject }) => uidOf.get(subject))]).toEqual([query, uids]);
    }
  });

  test("returns the newest matches of a common word page by page, in one account or all", async () => {
    const { database, execute } = await openStore(open);
    const { userId, accountId, folderId } = await aMailbox(execute);
    const other = await anAccount(execute, userId);
    const [inbox] = await someFolders(execute, userId, other);
    if (!inbox) throw new Error("No folder.");
    const hidden = { text: "common" };
    for (let from = 0; from < 2400; from += 400) {
      const messages = Array.from({ length: 400 }, (_, n) =>
        aMessage({ uid: from + n + 1, message: { text: "common" } }),
      );
      await execute("messages.takeIn", { userId, accountId, folderId, messages });
    }
    // Duplicate messages of the newest: hits that unified search must skip.
    const duplicates = Array.from({ length: 100 }, (_, n) =>
      aMessage({ uid: 2301 + n, message: hidden }),
    );
    await execute("messages.takeIn", {
      userId,
      accountId: other,
      folderId: inbox.id,
      messages: duplicates,
    });
    const find = async (options: { limit: number; accountId?: typeof accountId }) =>
      (await search(database.reader, database.engine, userId, "common", options)).map(
        (row) => row.subject,
      );
    const newest = Array.from({ length: 30 }, (_, n) => `Subject ${2400 - n}`);
    expect(await find({ limit: 30 })).toEqual(newest);
    expect(await find({ limit: 30, accountId: other })).toEqual(newest);
    expect(await find({ limit: 500, accountId: other })).toHaveLength(100);
  }, 30_000);

  test("accepts the maximum depth of groups and number of terms", async () => {
    const { database, execute } = await openStore(open);
    const mailbox = await aMailbox(execute);
    await execute("messages.takeIn", { ...mailbox, messages: [aMessage()] });
    const find = async (query: string) => {
      const { reader, engine } = database;
      return (await search(reader, engine, mailbox.userId, query, { limit: 9 })).length;
    };
    const deep = (open: string, times: number) =>
      `${open.repeat(times)}is:starred${")".repeat(times)}`;
    expect(await find(deep("-(is:unread ", 19))).toBe(1);
    expect(await find(deep("{in:inbox -(text ", 9))).toBe(1);
    const all = Array.from({ length: 30 }, (_, n) => `-(in:spam OR filename:x${n} OR cc:${n})`);
    expect(await find(all.slice(0, 10).join(" "))).toBe(1);
    const near = Array.from({ length: 10 }, (_, n) => `{a${n} AROUND 50 b text}`).join(" ");
    expect(await find(near)).toBe(1);
  });

  test("accepts any number of own addresses and of hits", async () => {
    const { database, execute } = await openStore(open);
    const mailbox = await aMailbox(execute);
    const { userId } = mailbox;
    for (let n = 0; n < 40; n++) await anAccount(execute, userId, `alias${n}@own.example.org`);
    const to = [{ name: "", address: "alias7@own.example.org" }];
    const messages = Array.from({ length: 900 }, (_, n) =>
      aMessage({ uid: n + 1, flags: ["\\Flagged"], ...(n % 2 === 0 && { message: { to } }) }),
    );
    await execute("messages.takeIn", { ...mailbox, messages });
    const { reader, engine } = database;
    const found = await search(reader, engine, userId, "is:starred {to:me cc:me}", { limit: 500 });
    expect(found).toHaveLength(450);
  }, 30_000);

  test("finds no messages of other users and no deleted ones", async () => {
    const { database, execute } = await openStore(open);
    const ada = await aMailbox(execute);
    const bob = await aMailbox(execute);
    await execute("messages.takeIn", {
      ...ada,
      messages: [aMessage({ message: { text: "secret" } })],
    });
    const find = (userId: typeof ada.userId, accountId?: typeof ada.accountId) =>
      search(database.reader, database.engine, userId, "secret", { limit: 9, accountId });
    expect(await find(ada.userId)).toHaveLength(1);
    expect(await find(bob.userId)).toEqual([]);
    expect(await find(bob.userId, ada.accountId)).toEqual([]);
    await execute("locations.vanish", { folderId: ada.folderId, uids: [1] });
    expect(await find(ada.userId)).toEqual([]);
  });

  test("stores a message with very many and very long words", async () => {
    const { database, execute } = await openStore(open);
    const mailbox = await aMailbox(execute);
    const letters = Array.from({ length: 60_000 }, (_, n) =>
      `${"ქართული".repeat(9)}${n}`.slice(-40),
    );
    const text = `${"again ".repeat(600)}${letters.join(" ")}`;
    const message = aMessage({ message: { text } });
    expect(wordColumns({ ...message.message, attachments: [] }).body.split(" ")).toHaveLength(8000);
    await execute("messages.takeIn", { ...mailbox, messages: [message] });
    const found = await search(database.reader, database.engine, mailbox.userId, "again", {
      limit: 9,
    });
    expect(found).toHaveLength(1);
  });
});
