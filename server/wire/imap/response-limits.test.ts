import { afterEach, expect, it } from "vitest";
import { createLog } from "#/base/log.ts";
import { createEgress } from "#/egress/egress.ts";
import { cpuTimeMs } from "#/testing/cpu-time.ts";
import { stopFakeServers } from "#/testing/fakes/tcp-server.ts";
import { startHostileImap } from "#/testing/faults/hostile-imap/hostile-imap.ts";
import { connectImap, type ImapConnection } from "./connection.ts";
import { WireError } from "./wire-error.ts";

afterEach(stopFakeServers);

/** Logs in to a server that sends this response once, before its response to a command that begins with `command`. */
async function connectTo(
  command: string,
  response: readonly (string | Buffer)[],
  exists = 3,
): Promise<ImapConnection> {
  const opened = `* ${exists} EXISTS\r\n* OK [UIDVALIDITY 1] x\r\n* OK [UIDNEXT 9] x\r\n`;
  const done = "TAG OK done\r\n";
  const port = await startHostileImap(
    {
      on: new RegExp(`^${command} `),
      reply: [...response, command === "EXAMINE" ? opened : "", done],
    },
    { answers: { EXAMINE: opened } },
  );
  return connectImap(
    createEgress({ allowedPrivateHosts: ["127.0.0.1"] }),
    { host: "127.0.0.1", port, tls: false, user: "a", pass: "b" },
    { log: createLog("silent"), timeoutMs: 10_000 },
  );
}

/** Returns the failure of the work, its processor time, and its peak memory. */
async function costOf(work: () => Promise<unknown>) {
  const before = { cpuMs: cpuTimeMs(), bytes: process.memoryUsage().rss };
  let maxBytes = before.bytes;
  const look = setInterval(() => {
    maxBytes = Math.max(maxBytes, process.memoryUsage().rss);
  }, 10);
  const error: unknown = await work().then(
    () => "no error",
    (reason: unknown) => reason,
  );
  clearInterval(look);
  maxBytes = Math.max(maxBytes, process.memoryUsage().rss);
  return {
    kind: error instanceof WireError ? error.kind : String(error),
    cpuMs: cpuTimeMs() - before.cpuMs,
    mebibytes: (maxBytes - before.bytes) / 2 ** 20,
  };
}

const manyTokens = Buffer.alloc(16_000_000, "a ");

it.each([
  ["FLAGS", "EXAMINE", "* FLAGS (", ")\r\n"],
  ["PERMANENTFLAGS", "EXAMINE", "* OK [PERMANENTFLAGS (", ")] x\r\n"],
  ["flags of a message", "UID FETCH", "* 1 FETCH (UID 1 FLAGS (", "))\r\n"],
])("ends a connection that sends 8 million %s", async (_what, command, start, end) => {
  const connection = await connectTo(command, [start, manyTokens, end]);
  const cost = await costOf(async () => {
    await connection.select("INBOX", { readOnly: true });
    await connection.scan({ fromUid: 1 });
  });
  expect(cost.kind).toBe("too_large");
  expect(cost.cpuMs).toBeLessThan(4000);
  expect(cost.mebibytes).toBeLessThan(64);
});

it.each([
  ["SEARCH", "* SEARCH ", (uid: number) => `${uid} `],
  ["ESEARCH", '* ESEARCH (TAG "x") UID COUNT 7 ALL ', (uid: number) => `${uid},`],
])("reads a %s response that names 2 million messages", async (_what, start, word) => {
  const uids = Array.from({ length: 2_000_000 }, (_, index) => index * 2 + 1);
  const response = Buffer.from(`${start}${uids.map(word).join("")}`).subarray(0, -1);
  const connection = await connectTo("UID SEARCH", [response, "\r\n"], 2_000_000);
  await connection.select("INBOX", { readOnly: true });
  let found: number[] = [];
  const cost = await costOf(async () => {
    found = await connection.allUids();
  });
  expect(cost.kind).toBe("no error");
  expect(found.length).toBe(2_000_000);
  expect(found.at(-1)).toBe(uids.at(-1));
  expect(cost.cpuMs).toBeLessThan(4000);
});

const address = (at: number) => `("Person Number ${at}" NIL "person${at}" "example.org")`;
const repeat = (count: number, make: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => make(at)).join("");
const file = (at: number) =>
  `("APPLICATION" "PDF" ("NAME" "Invoice (${at}) of \\"our\\" year.pdf") "<part${at}@example.org>" NIL "BASE64" 1234 NIL ` +
  `("ATTACHMENT" ("FILENAME" "Invoice (${at}) of \\"our\\" year.pdf")) NIL NIL)`;
const bounced =
  '("MESSAGE" "RFC822" NIL NIL NIL "7BIT" 2345 ("Mon, 1 Jan 2024 10:00:00 +0000" "Minutes" ' +
  `(${address(1)}) (${address(1)}) (${address(1)}) (${repeat(4000, address)}) NIL NIL NIL "<b@example.org>") ` +
  `("TEXT" "PLAIN" NIL NIL NIL "7BIT" 5 1 NIL NIL NIL NIL) 60 NIL ("ATTACHMENT" NIL) NIL NIL)`;

it.each([
  ["2,000 attachments", repeat(2000, file), 2000],
  ["a bounce of a mail to 4,000 recipients", bounced, 1],
])("reads the structure of a message with %s", async (_what, parts, count) => {
  const header = "Subject: x\r\n\r\n";
  const structure = `(${parts} "MIXED" ("BOUNDARY" "b") NIL NIL NIL)`;
  const connection = await connectTo("UID FETCH .*BODYSTRUCTURE", [
    `* 1 FETCH (UID 1 RFC822.SIZE 900000 BODYSTRUCTURE ${structure} BODY[HEADER] {${header.length}}\r\n`,
    `${header})\r\n`,
  ]);
  await connection.select("INBOX", { readOnly: true });
  expect((await connection.fetchOutline(1)).parts.length).toBe(count);
});

it.each([
  ["lists", "()".repeat(150_000)],
  ["strings", '"" '.repeat(150_000)],
  ["flags without spaces", "\\a\\b".repeat(75_000)],
])("ends a connection that sends 150,000 %s in a structure", async (_what, tokens) => {
  const connection = await connectTo("UID FETCH", [
    `* 1 FETCH (UID 1 BODYSTRUCTURE (${tokens}))\r\n`,
  ]);
  await connection.select("INBOX", { readOnly: true });
  const cost = await costOf(() => connection.fetchOutline(1));
  expect(cost.kind).toBe("too_large");
  expect(cost.mebibytes).toBeLessThan(64);
});

it("ends a connection that sends a long line when no structure was requested", async () => {
  const flag = "k".repeat(100_000);
  const connection = await connectTo("FETCH", [
    `* 1 FETCH (UID 1 RFC822.SIZE 9 FLAGS (${flag}))\r\n`,
  ]);
  await connection.select("INBOX", { readOnly: true });
  expect((await costOf(() => connection.scan({ lastMessages: 3 }))).kind).toBe("too_large");
});

it("omits flags that are too long", async () => {
  const flags = ["\\Seen", "k".repeat(201), "k".repeat(200), "\\Recent"];
  const connection = await connectTo("FETCH", [
    `* 1 FETCH (UID 1 RFC822.SIZE 9 FLAGS (${flags.join(" ")}))\r\n`,
  ]);
  await connection.select("INBOX", { readOnly: true });
  const [message] = await connection.scan({ lastMessages: 3 });
  expect(message?.flags).toEqual(["\\Seen", "k".repeat(200)]);
});
