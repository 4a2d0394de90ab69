import { expect, test } from "vitest";
import { fakeAccount, type FakeAccount, shortMail } from "#/testing/fakes/imap/fake-account.ts";
import type { Profile } from "#/testing/fakes/imap/profile.ts";
import { profiles } from "#/testing/fakes/imap/profiles.ts";
import type { ImapConnection } from "../connection.ts";
import { WireError } from "../wire-error.ts";

// The numbers refer to the rows of docs/imap-quirks.md.

/** Adds this many messages to the inbox, numbered from 1, and opens it. */
async function opened(account: FakeAccount, count: number): Promise<ImapConnection> {
  const inbox = account.mailbox.folder("INBOX");
  for (let n = 1; n <= count; n++) account.mailbox.append(inbox, shortMail(`m${n}`));
  const connection = await account.connect({ timeoutMs: 1500 });
  await connection.select("INBOX", { readOnly: true });
  return connection;
}

async function subjects(connection: ImapConnection, uids: number[]): Promise<string[]> {
  const found: string[] = [];
  await connection.fetchWhole(uids, ({ source }) => {
    found.push(/^Subject: (.*)\r$/m.exec(source.toString())?.[1] ?? "");
  });
  return found.toSorted();
}

test("4: sets are sent in ascending order, with adjacent UIDs merged", async () => {
  await using account = await fakeAccount(profiles.qq);
  await using connection = await opened(account, 9);
  expect(await subjects(connection, [9, 3, 5, 4])).toEqual(["m3", "m4", "m5", "m9"]);
  expect(account.server.commands.at(-1)).toMatch(/^UID FETCH 3:5,9 /);
});

test("5: a server that ignores the search criteria does not yield a wrong message", async () => {
  await using account = await fakeAccount(profiles.qq);
  await using connection = await opened(account, 5);
  expect(await connection.findByMessageId("INBOX", "m4@example.org")).toEqual([4]);
  expect(await connection.findByMessageId("INBOX", "other@example.org")).toEqual([]);
});

const brokenStructures: [row: string, structure: string][] = [
  ["7: quotes that nobody escaped", '("TEXT" "PLAIN" ("NAME" "a "b" c.txt") NIL NIL "7BIT" 9 1)'],
  ["9: NIL for the whole", "NIL"],
  ["9: missing lists", '(("TEXT" "PLAIN" "7BIT" 9 1)("TEXT") "MIXED")'],
  [
    "26: an empty part",
    '(("TEXT" "PLAIN" NIL NIL NIL "7BIT" 0 0 NIL NIL NIL)() "MIXED" NIL NIL NIL)',
  ],
  ["51: no closing parenthesis", '("TEXT" "PLAIN" ("CHARSET" "utf-8") NIL NIL "7BIT" 9 1'],
  ["53: NIL for a part", '(NIL ("TEXT" "PLAIN" NIL NIL NIL "7BIT" 9 1 NIL NIL NIL) "MIXED")'],
];

test.for(brokenStructures)(
  "%s in BODYSTRUCTURE does not hide the message",
  async ([, structure]) => {
    await using account = await fakeAccount(profiles.plain);
    account.server.rewrite = (text) =>
      text.replace(/BODYSTRUCTURE \(.*\)(?=[ )])/, `BODYSTRUCTURE ${structure}`);
    const connection = await opened(account, 1);
    // Either read, or refused as unreadable: then the message is fetched whole. Never "gone".
    const texts = await connection.fetchOutline(1).then(
      ({ parts }) => parts.map(({ content }) => content?.toString() ?? "").join(""),
      (error: unknown) => (error instanceof WireError ? error.kind : String(error)),
    );
    expect(texts).toMatch(/Text of m1|^protocol$/);
    expect(await subjects(connection, [1])).toEqual(["m1"]);
  },
);

test("10: a disposition that is a string and not a list is parsed", async () => {
  await using account = await fakeAccount(profiles.exchange);
  const part = '("TEXT" "PLAIN" NIL NIL NIL "7BIT" 13 1 NIL "attachment" NIL)';
  const whole = `(${part} "MIXED" ("BOUNDARY" "x") NIL NIL)`;
  account.server.rewrite = (text) =>
    text.replace(/BODYSTRUCTURE \(.*\)(?=[ )])/, `BODYSTRUCTURE ${whole}`);
  await using connection = await opened(account, 1);
  const { parts } = await connection.fetchOutline(1);
  expect(parts.map(({ type }) => type)).toEqual(["text/plain"]);
});

test("24: labels that are not valid atoms are parsed", async () => {
  await using account = await fakeAccount(profiles.gmail);
  account.server.rewrite = (text) =>
    text.replace(" FLAGS ()", " X-GM-LABELS (+IMNews %odd \\Important) FLAGS ()");
  await using connection = await opened(account, 2);
  expect(await connection.scan({ fromUid: 1 })).toHaveLength(2);
});

test("25: HIGHESTMODSEQ is parsed without a text after it", async () => {
  await using account = await fakeAccount(profiles.gmail);
  account.server.rewrite = (text) => text.replace(/(\[HIGHESTMODSEQ \d+\]).*\r\n/, "$1\r\n");
  const connection = await opened(account, 2);
  expect((await connection.select("INBOX", { readOnly: true })).highestModseq).not.toBe("");
});

test("31: one message that Yahoo withholds does not block the rest", async () => {
  await using account = await fakeAccount(profiles.yahoo);
  const connection = await opened(account, 4);
  const refused = account.mailbox.folder("INBOX").messages[1];
  if (refused) account.server.unavailable.add(refused);
  expect(await subjects(connection, [1, 2, 3, 4])).toEqual(["m1", "m3", "m4"]);
});

test("32: after an EXPUNGE that renumbers nothing, the right messages are fetched", async () => {
  await using account = await fakeAccount(profiles.yahoo);
  const connection = await opened(account, 5);
  const inbox = account.mailbox.folder("INBOX");
  for (const message of inbox.messages.slice(0, 2)) account.mailbox.expunge(inbox, message);
  expect((await connection.status("INBOX")).messages).toBe(3);
  expect(await subjects(connection, [3, 4, 5])).toEqual(["m3", "m4", "m5"]);
  expect((await connection.scan({ fromUid: 1 })).map(({ uid }) => uid)).toEqual([3, 4, 5]);
});

test("38: a SEARCH response to an ESEARCH is parsed", async () => {
  const quirks = { answersSearchPlainly: true };
  await using account = await fakeAccount({ ...profiles.plain, quirks });
  const connection = await opened(account, 3);
  expect(await connection.allUids()).toEqual([1, 2, 3]);
});

test("39: UIDs are requested by a plain UID SEARCH", async () => {
  await using account = await fakeAccount(profiles.plain);
  account.server.rewrite = (text) => text.replace(/^(\* ESEARCH \(.*?\)) UID/, "$1");
  const connection = await opened(account, 3);
  expect(await connection.allUids()).toEqual([1, 2, 3]);
  expect(account.server.commands.some((command) => command.includes("RETURN ()"))).toBe(false);
});

test("48: a wrong RFC822.SIZE does not change the content read", async () => {
  for (const sizeError of [37, -60, -10_000]) {
    await using account = await fakeAccount({ ...profiles.hmail, quirks: { sizeError } });
    const connection = await opened(account, 2);
    expect(await subjects(connection, [1, 2])).toEqual(["m1", "m2"]);
    const chunks = [];
    for await (const chunk of await connection.fetchSource(1)) chunks.push(chunk);
    expect(Buffer.concat(chunks).equals(shortMail("m1"))).toBe(true);
  }
});

test("56: negative numbers count as zero", async () => {
  await using account = await fakeAccount(profiles.plain);
  account.server.rewrite = (text) => text.replace(/RFC822\.SIZE \d+/, "RFC822.SIZE -1");
  const connection = await opened(account, 2);
  expect((await connection.scan({ fromUid: 1 })).map(({ sizeBytes }) => sizeBytes)).toEqual([0, 0]);
});

test("61: flag updates in the middle of a response are not read as its messages", async () => {
  await using account = await fakeAccount(profiles.plain);
  const connection = await opened(account, 3);
  const inbox = account.mailbox.folder("INBOX");
  const report = () => {
    const [first] = inbox.messages;
    if (first) account.mailbox.setFlags(inbox, first, first.flags.size ? [] : ["\\Seen"]);
    return undefined;
  };
  account.server.answer(/^UID FETCH/, (_command, session) => {
    report();
    session.report({ mayExpunge: false });
    report();
    return undefined;
  });
  expect((await connection.scan({ fromUid: 1 })).map(({ uid }) => uid)).toEqual([1, 2, 3]);
  expect((await connection.scan({ fromUid: 1 })).every(({ sizeBytes }) => sizeBytes > 0)).toBe(
    true,
  );
  expect((await connection.fetchOutline(1)).parts[0]?.content?.toString()).toBe("Text of m1.\r\n");
  expect((await connection.messageIds([1, 2])).get(1)).toBe("m1@example.org");
});

const never: [row: string, unwanted: RegExp][] = [
  ["6: SEARCH TEXT or BODY", /SEARCH.* (TEXT|BODY) /],
  ["33: SEARCH MODSEQ or OR HEADER", /SEARCH.* (MODSEQ|OR) /],
  ["35: FETCH RFC822", /FETCH.*[ (]RFC822[ )]/],
  ["36: SELECT with ANNOTATE", /ANNOTATE/],
  ["37: VANISHED up to *", /FETCH \d+:\* .*VANISHED/],
  ["38: an empty RETURN", /RETURN \(\)/],
  ["47: two spaces in a row", /^(?!APPEND).* {2}/],
  ["55: ENVELOPE, which Domino gets wrong", /ENVELOPE/],
  ["63: a bare EXPUNGE, which takes what others marked", /^EXPUNGE/],
];

test("never sends commands that some server is known to handle wrongly", async () => {
  for (const profile of Object.values(profiles) as Profile[]) {
    await using account = await fakeAccount(profile);
    const connection = await opened(account, 3);
    await connection.listFolders();
    await connection.status("INBOX");
    await connection.select("INBOX", { readOnly: true });
    await connection.scan({ fromUid: 1 });
    await connection.scan({ changedSince: "1" });
    await connection.allUids();
    await subjects(connection, [1, 3]);
    await connection.fetchOutline(2);
    await connection.findByMessageId("INBOX", "m2@example.org");
    await connection.select("INBOX", { readOnly: false });
    await connection.storeFlags([1], { add: ["\\Seen"], remove: ["\\Flagged"] });
    const { commands } = account.server;
    expect(commands.length).toBeGreaterThan(10);
    for (const [row, unwanted] of never) {
      expect(
        commands.filter((command) => unwanted.test(command)),
        `${profile.name}: ${row}`,
      ).toEqual([]);
    }
    if (!profile.capabilities.includes("X-GM-EXT-1")) {
      expect(
        commands.filter((command) => command.includes("X-GM-")),
        "row 29",
      ).toEqual([]);
    }
  }
});
