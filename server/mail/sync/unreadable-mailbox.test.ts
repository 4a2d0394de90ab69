import { expect, test, vi } from "vitest";
import { shortMail } from "#/testing/fakes/imap/fake-account.ts";
import { type FakeImap, startFakeImap } from "#/testing/fakes/imap/fake-imap.ts";
import { profiles } from "#/testing/fakes/imap/profiles.ts";
import { startMailEngine, type TestEngine } from "#/testing/apps/mail-engine.ts";
import { notices } from "#/wire/mime/report/notice.ts";
import { readHealth } from "../accounts/health.ts";
import { listAccounts } from "../accounts/accounts.ts";

vi.setConfig({ testTimeout: 20_000 });

const user = "person@example.org";
const deep = "(".repeat(200) + ")".repeat(200);

/** Starts a server with five messages. */
async function fiveMessages(): Promise<FakeImap> {
  const server = await startFakeImap(profiles.plain);
  const mailbox = server.addMailbox(user);
  for (let n = 1; n <= 5; n++) mailbox.append(mailbox.folder("INBOX"), shortMail(`m${n}`));
  return server;
}

async function healthOf({ mail, userId }: TestEngine) {
  const [account] = await listAccounts(mail, userId);
  if (account === undefined) throw new Error("There is no account.");
  const health = await readHealth(mail, userId, account.id, undefined);
  const inbox = health.folders.find(({ role }) => role === "inbox");
  return { account, health, inbox };
}

test.each([
  ["the flags of all", /^\* \d+ FETCH .*FLAGS \(/, `$&${deep}`, 0],
  ["zero bytes in all", /^\* \d+ FETCH \(/, "$&\0", 0],
  ["the flags of one", /^\* 2 FETCH .*FLAGS \(/, `$&${deep}`, 4],
] as const)("an account reports how many messages could not be read for %s", async (...given) => {
  const [, pattern, spoiled, readable] = given;
  await using server = await fiveMessages();
  server.rewrite = (line) => line.replace(pattern, spoiled);
  await using engine = await startMailEngine();
  const { id } = await engine.addAccount({ mail: user, pass: "secret", imapPort: server.port });
  const error = {
    code: "account.unreadable",
    message: `INBOX: 5 on the server, ${readable} could be read.`,
    since: null,
  };
  await engine.until(async () => (await healthOf(engine)).account.error?.message === error.message);
  const { account, health, inbox } = await healthOf(engine);
  expect(account).toMatchObject({ error, progress: { here: readable, server: 5 } });
  expect(health.error).toEqual(error);
  expect(inbox).toMatchObject({ state: "unreadable", here: readable, server: 5 });

  server.rewrite = (line) => line;
  await expect.poll(() => engine.supervisor.settled(id), { timeout: 10_000 }).toBe(true);
  const repaired = await healthOf(engine);
  expect(repaired.account).toMatchObject({ error: null, progress: { here: 5, server: 5 } });
  expect(repaired.inbox).toMatchObject({ state: "equal" });
});

test.each([99 * 2 ** 30, -5])(
  "messages with a size of %i bytes and no text are listed as withheld",
  async (size) => {
    await using server = await fiveMessages();
    const lines = [1, 2, 3, 4, 5].map(
      (uid) => `* ${uid} FETCH (UID ${uid} FLAGS () RFC822.SIZE ${size})\r\n`,
    );
    server.answer(/FETCH/, `${lines.join("")}TAG OK fetched\r\n`);
    await using engine = await startMailEngine();
    await engine.addAccount({ mail: user, pass: "secret", imapPort: server.port });
    await engine.until(async () => (await healthOf(engine)).account.progress.here === 5);
    const rows = await engine.database.reader.selectFrom("messages").select("notice").execute();
    expect(rows.map(({ notice }) => notice)).toEqual(Array(5).fill(notices.withheld));
    await engine.until(async () => (await healthOf(engine)).inbox?.state === "equal");
    expect((await healthOf(engine)).account.error).toBeNull();
  },
);
