import { expect, test } from "vitest";
import { type FakeAccount, fakeAccount, shortMail } from "#/testing/fakes/imap/fake-account.ts";
import { profiles } from "#/testing/fakes/imap/profiles.ts";
import { openPlainImap } from "#/testing/fakes/plain-imap.ts";
import { createEgress } from "#/egress/egress.ts";
import { createLog } from "#/base/log.ts";
import { connectImap, type ImapConnection } from "./connection.ts";
import { storeGmailLabels } from "./folders/labels.ts";
import { copyMessages, moveMessages } from "./move.ts";

/** A command that would delete a folder if one of its bytes ended the text around it. */
const order = "x1 DELETE Victim";
const breaks = [
  "\r\n",
  "\n",
  "\r",
  "\r\n\r\n",
  "\0\r\n",
  "\u2028",
  "\u0085",
  "\x0b",
  "\x1c\r\n",
  "%0d%0a",
];
const payloads = breaks
  .flatMap((end) => [
    `a${end}${order}${end}`,
    `a"${end}${order}${end}`,
    `a\\"${end}${order}${end}`,
    `a {3}${end}abc${end}${order}${end}`,
  ])
  .concat(
    ...[
      '"',
      "\\",
      '"\\',
      '" "',
      ")",
      "(",
      "{4}",
      "{4+}",
      "*",
      "%",
      "NIL",
      "\0",
      "\x7f",
      "ä\r\nb",
      "&-\r\n",
    ].map((text) => [text, `${text}${text}`]),
  );

/** All places in which a text from a user or a server becomes part of a command. */
const places: Record<string, (connection: ImapConnection, text: string) => Promise<unknown>> = {
  "the name of a folder to open": (connection, text) => connection.select(text, { readOnly: true }),
  "the name of a folder to count": (connection, text) => connection.status(text),
  "the name of a folder to append to": (connection, text) =>
    connection.append(text, shortMail("m"), { flags: [], internalDate: 0 }),
  "the name of a new folder": (connection, text) => connection.createFolder(text),
  "a flag to append with": (connection, text) =>
    connection.append("INBOX", shortMail("m"), { flags: [text], internalDate: 0 }),
  "a keyword to add": (connection, text) => connection.storeFlags([1], { add: [text], remove: [] }),
  "a keyword to remove": (connection, text) =>
    connection.storeFlags([1], { add: [], remove: [text] }),
  "a Message-ID to look for": (connection, text) => connection.findByMessageId("INBOX", text),
  "the number of a part": (connection, text) => connection.fetchPart(1, text),
  "the name of a folder to move to": (connection, text) => moveMessages(connection, [1], text),
  "the name of a folder to copy to": (connection, text) => copyMessages(connection, [1], text),
  "a label of Gmail": (connection, text) =>
    storeGmailLabels(connection, [1], { add: [text], remove: [text] }),
};

/** Commands that Inlet sends itself. */
const expected =
  /^(CAPABILITY|ID|LOGIN|NAMESPACE|ENABLE|LIST|LSUB|SELECT|EXAMINE|STATUS|APPEND|CREATE|SUBSCRIBE|NOOP|LOGOUT|UID (SEARCH|FETCH|STORE|MOVE|COPY))( |$)/;

async function withVictim(): Promise<FakeAccount> {
  const account = await fakeAccount(profiles.plain);
  account.mailbox.append(account.mailbox.folder("INBOX"), shortMail("m1"));
  account.mailbox.create("Victim");
  return account;
}

test("a careless client that sends the text deletes the folder", async () => {
  await using account = await withVictim();
  const login = { port: account.server.port, user: "person@example.org", pass: "secret" };
  await using careless = await openPlainImap(login);
  await careless.run(`EXAMINE "INBOX"\r\n${order}`);
  await expect.poll(() => account.mailbox.find("Victim")).toBeUndefined();
  expect(payloads.length).toBeGreaterThanOrEqual(40);
});

test.for(Object.keys(places))("%s is sent as a text and never as a command", async (place) => {
  await using account = await withVictim();
  let connection = await account.connect({ timeoutMs: 400 });
  for (const text of payloads) {
    await connection.select("INBOX", { readOnly: false }).catch(() => undefined);
    // The text may be refused, and the connection may end.
    await places[place]?.(connection, text).catch(() => undefined);
    const { commands } = account.server;
    const strange = commands.filter((command) => !expected.test(command));
    expect(strange, JSON.stringify(text)).toEqual([]);
    expect(account.mailbox.find("Victim"), JSON.stringify(text)).toBeDefined();
    // A connection that waits for a missing literal or response would hang here.
    const isWell = await connection.status("INBOX").then(
      () => true,
      () => false,
    );
    if (isWell) continue;
    await connection.close();
    connection = await account.connect({ timeoutMs: 400 });
  }
  await connection.close();
});

test("user name and password are text and never a command", async () => {
  await using account = await withVictim();
  const { server, mailbox } = account;
  const egress = createEgress({ allowedPrivateHosts: ["127.0.0.1"] });
  const login = { host: "127.0.0.1", port: server.port, tls: false, user: "a", pass: "b" };
  for (const text of payloads) {
    for (const change of [{ user: text }, { pass: text }, { accessToken: text, pass: "" }]) {
      const options = { log: createLog("silent"), timeoutMs: 400 };
      // The user does not exist: the test is about the commands that the server receives.
      await connectImap(egress, { ...login, ...change }, options).catch(() => undefined);
    }
    const strange = server.commands.filter(
      (command) => !/^(CAPABILITY|ID|LOGIN|AUTHENTICATE|LOGOUT)( |$)/.test(command),
    );
    expect(strange, JSON.stringify(text)).toEqual([]);
    expect(mailbox.find("Victim"), JSON.stringify(text)).toBeDefined();
  }
});

test("a non-ASCII name is sent with its length in bytes", async () => {
  await using account = await withVictim();
  await using connection = await account.connect();
  const names = ["Entwürfe", "日本語", "🦊", "a\u0301", "ä".repeat(100)];
  for (const name of names) {
    await connection.createFolder(name);
    const raw = Buffer.from(`Subject: ${name}\r\n\r\n${name}\r\n`);
    await connection.append(name, raw, { flags: [], internalDate: 0 });
    await connection.select(name, { readOnly: true });
    const got: Buffer[] = [];
    await connection.fetchWhole([1], ({ source }) => void got.push(source));
    expect(got.map(String)).toEqual([raw.toString()]);
  }
  expect(account.server.commands.filter((command) => !expected.test(command))).toEqual([]);
});
