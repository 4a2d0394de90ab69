import { expect, test } from "vitest";
import { failureOf, fakeAccount } from "#/testing/fakes/imap/fake-account.ts";
import { profiles } from "#/testing/fakes/imap/profiles.ts";
import { WireError } from "../wire-error.ts";

// The numbers refer to the rows of docs/imap-quirks.md.

test("1: identifies itself before opening a folder, on servers that require it", async () => {
  await using account = await fakeAccount(profiles.qq);
  await using connection = await account.connect();
  const selected = await connection.select("INBOX", { readOnly: true });
  expect(selected.uidValidity).toBe(1000);
});

test("2, 3: sends ID with a name and a version, never with NIL or an empty list", async () => {
  for (const profile of Object.values(profiles)) {
    await using account = await fakeAccount(profile);
    await using connection = await account.connect();
    await connection.select("INBOX", { readOnly: true });
    const idCommands = account.server.commands.filter((command) => command.startsWith("ID"));
    const isOffered = profile.capabilities.some((name) => name === "ID");
    const own = 'ID ("name" "inlet" "version" "1")';
    expect(new Set(idCommands), profile.name).toEqual(new Set(isOffered ? [own] : []));
  }
});

test("11: a mailbox that Exchange cannot reach gets a long backoff", async () => {
  await using account = await fakeAccount(profiles.exchange);
  account.server.answer(
    /^(SELECT|EXAMINE)/,
    "TAG BAD User is authenticated but not connected.\r\n",
  );
  await using connection = await account.connect();
  expect(await failureOf(connection.select("INBOX", { readOnly: true }))).toBe("throttled");
});

test("12: the backoff that Exchange requests is respected", async () => {
  await using account = await fakeAccount(profiles.exchange);
  const words = "Request is throttled. Suggested Backoff Time: 92415 milliseconds";
  account.server.answer(/^(SELECT|EXAMINE)/, `TAG BAD ${words}\r\n`);
  await using connection = await account.connect();
  const error: unknown = await connection
    .select("INBOX", { readOnly: true })
    .catch((e: unknown) => e);
  expect(error).toBeInstanceOf(WireError);
  expect(error).toMatchObject({ kind: "throttled", retryAfterMs: 92_415 });
});

test("12: a throttled FETCH fails immediately, with the time to wait", async () => {
  await using account = await fakeAccount(profiles.exchange);
  account.mailbox.append(account.mailbox.folder("INBOX"), Buffer.from("Subject: x\r\n\r\nx\r\n"));
  const words = "Request is throttled. Suggested Backoff Time: 92415 milliseconds";
  account.server.answer(/^UID FETCH/, `TAG BAD ${words}\r\n`);
  await using connection = await account.connect({ timeoutMs: 1000 });
  await connection.select("INBOX", { readOnly: true });
  const error: unknown = await connection.fetchWhole([1], () => undefined).catch((e: unknown) => e);
  expect(error).toMatchObject({ kind: "throttled", retryAfterMs: 92_415 });
});

test("21, 34: an exhausted quota and a rate limit cause a backoff, not a wrong password", async () => {
  const refusals = [
    "NO [OVERQUOTA] Account exceeded command or bandwidth limits. (Failure)",
    "NO [LIMIT] LOGIN Rate limit hit. Please try after a few minutes.",
    "NO [UNAVAILABLE] LOGIN Server error - Please try again later",
    "NO [INUSE] Too many sessions",
    "NO Account exceeded command or bandwidth limits. (Failure)",
  ];
  for (const refusal of refusals) {
    await using account = await fakeAccount(profiles.yahoo);
    account.server.answer(/^LOGIN|^AUTHENTICATE/, `TAG ${refusal}\r\n`);
    expect(await failureOf(account.connect()), refusal).toBe("throttled");
  }
});

test("40: unknown extension names do no harm", async () => {
  await using account = await fakeAccount(profiles.plain);
  const odd = "XAPPLEPUSHSERVICE AUTH=XOAUTH2 QUOTA=RES-STORAGE COMPRESS=DEFLATE I18NLEVEL=2 =X";
  account.server.rewrite = (text) =>
    text.replace("CAPABILITY IMAP4rev1", `CAPABILITY IMAP4rev1 ${odd}`);
  account.server.greeting = "* OK ready\r\n";
  await using connection = await account.connect();
  expect(connection.capabilities.has("IDLE")).toBe(true);
  // A connection without compression cannot deliver a decompression bomb.
  expect(account.server.commands.some((command) => command.startsWith("COMPRESS"))).toBe(false);
});

test("51: the first BYE ends the connection, even if the server keeps sending it", async () => {
  await using account = await fakeAccount(profiles.yandex);
  account.server.answer(/^EXAMINE/, (_command, session) => {
    for (let count = 0; count < 1000; count++) session.line("* BYE Autologout; idle for too long");
    return "";
  });
  const connection = await account.connect({ timeoutMs: 1000 });
  expect(await failureOf(connection.select("INBOX", { readOnly: true }))).toBe("closed");
  await expect.poll(() => account.server.sockets.size).toBe(0);
});

test("57: a + without text still invites a literal", async () => {
  const { capabilities } = profiles.courier;
  await using account = await fakeAccount({ ...profiles.courier, capabilities });
  account.server.rewrite = (text) => text.replace("+ go on", "+");
  await using connection = await account.connect();
  const mail = Buffer.from("Subject: with umlaut ä\r\n\r\nText\r\n");
  await connection.append("INBOX", mail, { flags: [], internalDate: 0 });
  const [message] = account.mailbox.folder("INBOX").messages;
  expect(message?.content.raw.equals(mail)).toBe(true);
});

test("60: LOGINDISABLED bans LOGIN alone: AUTHENTICATE still works", async () => {
  const capabilities = ["IMAP4rev1", "LOGINDISABLED", "AUTH=PLAIN", "SASL-IR"];
  await using account = await fakeAccount({ ...profiles.plain, capabilities });
  await using connection = await account.connect();
  expect((await connection.listFolders()).length).toBeGreaterThan(0);
  expect(account.server.commands.some((command) => command.startsWith("LOGIN "))).toBe(false);
});
