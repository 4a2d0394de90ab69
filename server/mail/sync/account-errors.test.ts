import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { getAccount } from "#/store/accounts/queries.ts";
import type { AccountRow } from "#/store/engine/schema.ts";
import { startCuttableProxy } from "#/testing/faults/cuttable-proxy.ts";
import { startDovecot, type TestDovecot } from "#/testing/fakes/dovecot.ts";
import { startMailEngine, type TestEngine } from "#/testing/apps/mail-engine.ts";
import { withOtherClient } from "#/testing/faults/other-client.ts";
import { WireError } from "#/wire/imap/wire-error.ts";

// The tests use real servers, maybe on a busy machine.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const pass = "secret";
const users = Array.from({ length: 10 }, (_, index) => ({ name: `u${index}@example.org`, pass }));
let server: TestDovecot;
let next = 0;
let user = "";

beforeAll(async () => {
  server = await startDovecot({ users });
});
afterAll(() => server.stop());
beforeEach(() => {
  user = users[next++]?.name ?? "";
});

function mail(subject: string): string {
  return `Message-ID: <${subject}@example.org>\r\nFrom: a@example.net\r\nSubject: ${subject}\r\n\r\nText.\r\n`;
}

async function stateOf({ database, userId }: TestEngine, { id }: AccountRow) {
  const row = await getAccount(database.reader, userId, id);
  return { state: row?.state, code: row?.error_code };
}

async function subjects({ database, userId }: TestEngine): Promise<string[]> {
  const rows = await database.reader
    .selectFrom("messages")
    .innerJoin("message_locations", "message_locations.message_id", "messages.id")
    .select("messages.subject")
    .where("messages.user_id", "=", userId)
    .orderBy("messages.subject")
    .execute();
  return rows.map((row) => row.subject);
}

const isWatching = (engine: TestEngine, account: AccountRow) => async () =>
  (await stateOf(engine, account)).state === "watching";

test("a refused password is reported and not tried again", async () => {
  await using proxy = await startCuttableProxy(server.imapPort);
  await using engine = await startMailEngine();
  const account = await engine.addAccount({ mail: user, pass: "wrong", imapPort: proxy.port });
  await engine.until(async () => (await stateOf(engine, account)).state === "failed");
  expect((await stateOf(engine, account)).code).toBe("account.bad_login");
  expect(await engine.supervisor.syncNow(engine.userId)).toBe("failed");
  await expect(engine.supervisor.lend(account.id, async () => "lent")).rejects.toThrow(WireError);
  expect(proxy.opened).toBe(1);
});

test("an unavailable server is waited for, and mail from that time is there afterwards", async () => {
  await using proxy = await startCuttableProxy(server.imapPort);
  await using engine = await startMailEngine();
  await server.deliver(user, mail("a-before"));
  await server.deliver(user, mail("b-deleted"));
  const account = await engine.addAccount({ mail: user, pass, imapPort: proxy.port });
  await engine.until(isWatching(engine, account));

  proxy.cut();
  await engine.until(async () => (await stateOf(engine, account)).state === "waiting");
  expect((await stateOf(engine, account)).code).toBe("account.no_answer");
  await server.deliver(user, mail("c-meanwhile"));
  await withOtherClient({ port: server.imapPort, user, pass }, async (client) => {
    await client.mailboxOpen("INBOX");
    await client.messageDelete({ header: { subject: "b-deleted" } });
  });

  proxy.restore();
  await engine.until(isWatching(engine, account));
  await engine.until(async () => (await subjects(engine)).join() === "a-before,c-meanwhile");
});

test("a user who requests a sync does not wait for the next attempt", async () => {
  await using proxy = await startCuttableProxy(server.imapPort);
  proxy.cut();
  const anHour = { minRetryMs: 3600_000, maxRetryMs: 3600_000 };
  await using engine = await startMailEngine({ timing: anHour });
  const account = await engine.addAccount({ mail: user, pass, imapPort: proxy.port });
  await engine.until(async () => (await stateOf(engine, account)).state === "waiting");
  proxy.restore();
  await engine.supervisor.syncNow(engine.userId);
  await engine.until(isWatching(engine, account));
});

test("a failing account does not disturb another", async () => {
  await using proxy = await startCuttableProxy(server.imapPort);
  proxy.cut();
  await using engine = await startMailEngine();
  const lame = await engine.addAccount({ mail: user, pass, imapPort: proxy.port });
  const other = users[next++]?.name ?? "";
  const sound = await engine.addAccount({ mail: other, pass, imapPort: server.imapPort });
  await engine.until(isWatching(engine, sound));
  await server.deliver(other, mail("for-the-other"));
  await engine.until(async () => (await subjects(engine)).includes("for-the-other"));
  expect((await stateOf(engine, lame)).state).toBe("waiting");
});

test("a renumbered folder is read again, and its messages stay the same ones", async () => {
  await using engine = await startMailEngine();
  await server.deliver(user, mail("renumbered"));
  const account = await engine.addAccount({ mail: user, pass, imapPort: server.imapPort });
  await engine.until(isWatching(engine, account));
  const id = async () =>
    (await engine.database.reader.selectFrom("messages").select("id").execute()).map(
      (row) => row.id,
    );
  const before = await id();
  const inbox = await engine.database.reader
    .selectFrom("folders")
    .selectAll()
    .where("role", "=", "inbox")
    .executeTakeFirstOrThrow();
  // Simulates stored UIDs of an earlier UIDVALIDITY.
  await engine.execute("folder.progress", { folderId: inbox.id, uidValidity: 1 });
  expect(await engine.supervisor.syncNow(engine.userId)).toBe("done");
  await engine.until(async () => (await subjects(engine)).length === 1);
  expect(await id()).toEqual(before);
  const now = await engine.database.reader
    .selectFrom("folders")
    .select("uid_validity")
    .where("id", "=", inbox.id)
    .executeTakeFirstOrThrow();
  expect(now.uid_validity).toBe(inbox.uid_validity);
});

test("never opens more than two connections to a server", async () => {
  await using proxy = await startCuttableProxy(server.imapPort);
  await using engine = await startMailEngine();
  for (let count = 0; count < 60; count++) await server.deliver(user, mail(`m${count}`));
  const account = await engine.addAccount({ mail: user, pass, imapPort: proxy.port });
  let most = 0;
  await engine.until(async () => {
    most = Math.max(most, proxy.connections);
    return isWatching(engine, account)();
  });
  await engine.supervisor.syncNow(engine.userId);
  expect(Math.max(most, proxy.connections)).toBeLessThanOrEqual(2);
});

test("a released account disconnects from its server", async () => {
  await using proxy = await startCuttableProxy(server.imapPort);
  await using engine = await startMailEngine();
  const account = await engine.addAccount({ mail: user, pass, imapPort: proxy.port });
  await engine.until(isWatching(engine, account));
  await engine.supervisor.leave(account.id);
  await engine.execute("account.remove", { userId: engine.userId, accountId: account.id });
  await expect.poll(() => proxy.connections).toBe(0);
});
