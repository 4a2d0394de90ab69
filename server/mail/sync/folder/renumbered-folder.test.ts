import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { CommandName } from "#/store/commands/registry.ts";
import { startDovecot, type TestDovecot } from "#/testing/fakes/dovecot.ts";
import { startMailEngine, type TestEngine } from "#/testing/apps/mail-engine.ts";
import { withOtherClient } from "#/testing/faults/other-client.ts";
import { renumber } from "#/testing/faults/renumber-folder.ts";
import type { SyncContext } from "#/mail/sync/context.ts";

// The tests use real servers, maybe on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const pass = "secret";
const users = Array.from({ length: 14 }, (_, n) => ({ name: `u${n}@example.org`, pass }));
let server: TestDovecot;
let next = 0;
beforeAll(async () => {
  server = await startDovecot({ users });
});
afterAll(() => server.stop());

const aUser = () => users[next++]?.name ?? "";

/** Every tenth message has no Message-ID. */
function mail(n: number): string {
  const id = n % 10 === 0 ? "" : `Message-ID: <m${n}@example.org>\r\n`;
  return `${id}From: a@example.net\r\nSubject: mail ${n}\r\n\r\nThe text of mail ${n}.\r\n`;
}

async function fill(user: string, count: number): Promise<void> {
  await withOtherClient({ port: server.imapPort, user, pass }, async (client) => {
    for (let n = 1; n <= count; n++) await client.append("INBOX", mail(n));
  });
}

/** Returns the subject, text and id of the message under each UID of the inbox. */
async function inboxOf({ database, userId }: TestEngine) {
  const rows = await database.reader
    .selectFrom("message_locations as l")
    .innerJoin("messages as m", "m.id", "l.message_id")
    .innerJoin("bodies as b", "b.message_id", "m.id")
    .select(["l.uid", "m.id", "m.subject", "b.text"])
    .where("l.user_id", "=", userId)
    .where("l.role", "=", "inbox")
    .orderBy("l.uid")
    .execute();
  return rows;
}

/** Returns the server's subject of each UID. */
async function serversInbox(user: string): Promise<Map<number, string>> {
  return withOtherClient({ port: server.imapPort, user, pass }, async (client) => {
    await client.mailboxOpen("INBOX", { readOnly: true });
    const subjects = new Map<number, string>();
    for await (const { uid, envelope } of client.fetch("1:*", { uid: true, envelope: true })) {
      subjects.set(uid, envelope?.subject ?? "");
    }
    return subjects;
  });
}

async function expectEqual(engine: TestEngine, user: string): Promise<void> {
  const there = await serversInbox(user);
  const here = await inboxOf(engine);
  expect(new Map(here.map(({ uid, subject }) => [uid, subject]))).toEqual(there);
  const wrong = here.filter(({ subject, text }) => !text.includes(`The text of ${subject}.`));
  expect(wrong).toEqual([]);
}

/** Runs `act` once, before the n-th command of this name. */
function before(
  command: CommandName,
  nth: number,
  act: () => Promise<void>,
): (mail: SyncContext) => Partial<SyncContext> {
  let left = nth;
  return ({ execute: inner }) => ({
    execute: async (name, input) => {
      if (name === command && --left === 0) await act();
      return inner(name, input);
    },
  });
}

describe("a folder that the server renumbers", () => {
  const messages = 120;
  const points: { when: string; command: CommandName; nth: number }[] = [
    { when: "before its folders are known", command: "folders.save", nth: 1 },
    { when: "before its first message", command: "folder.progress", nth: 1 },
    { when: "while its newest are stored", command: "messages.takeIn", nth: 1 },
    { when: "after its newest", command: "folder.progress", nth: 2 },
    { when: "while its older mail is stored", command: "messages.takeIn", nth: 2 },
    { when: "before the last of its older mail", command: "messages.takeIn", nth: 3 },
    { when: "when it is about to be complete", command: "account.state", nth: 2 },
  ];

  test.each(points)("$when is read in its new state", async ({ command, nth }) => {
    const user = aUser();
    await fill(user, messages);
    await serversInbox(user);
    const renumberAgain = () => renumber(server.maildir(user), { validityBy: 7, firstUid: 31 });
    await using engine = await startMailEngine({ prepare: before(command, nth, renumberAgain) });
    const { id } = await engine.addAccount({ mail: user, pass, imapPort: server.imapPort });
    await expect.poll(() => engine.supervisor.settled(id), { timeout: 60_000 }).toBe(true);
    await expectEqual(engine, user);
  });

  const later: { when: string; validityBy: number; firstUid: number }[] = [
    { when: "under a higher UIDVALIDITY", validityBy: 5, firstUid: 1 },
    { when: "under a lower UIDVALIDITY, twice", validityBy: -5, firstUid: 40 },
    { when: "under the same UIDVALIDITY, as a restored backup", validityBy: 0, firstUid: 1 },
    { when: "without saying so, its count of changes apart", validityBy: 0, firstUid: 7 },
  ];
  test.each(later)("$when keeps its messages and their local state", async (numbering) => {
    const user = aUser();
    await fill(user, messages);
    await using engine = await startMailEngine();
    const { id } = await engine.addAccount({ mail: user, pass, imapPort: server.imapPort });
    await expect.poll(() => engine.supervisor.settled(id), { timeout: 60_000 }).toBe(true);
    const idOf = new Map((await inboxOf(engine)).map((row) => [row.subject, row.id]));
    // The newest messages are deleted, so a backup without them is older than the local state.
    await withOtherClient({ port: server.imapPort, user, pass }, async (client) => {
      await client.mailboxOpen("INBOX");
      await client.messageDelete(`${messages - 5}:*`);
    });
    const rounds = numbering.validityBy < 0 ? 2 : 1;
    for (let round = 0; round < rounds; round++) {
      await engine.supervisor.leave(id);
      await renumber(server.maildir(user), numbering);
      await engine.restart();
      await expect.poll(() => engine.supervisor.settled(id), { timeout: 60_000 }).toBe(true);
      await expectEqual(engine, user);
    }
    const kept = (await inboxOf(engine)).filter((row) => idOf.get(row.subject) === row.id);
    expect(kept).toHaveLength(messages - 6);
  });
});

test("a pending star is pushed under the new UID, and to no other message", async () => {
  const user = aUser();
  await fill(user, 30);
  await using engine = await startMailEngine({ retryMs: 200 });
  const { id: accountId } = await engine.addAccount({
    mail: user,
    pass,
    imapPort: server.imapPort,
  });
  await expect.poll(() => engine.supervisor.settled(accountId), { timeout: 60_000 }).toBe(true);
  const inbox = await inboxOf(engine);
  await engine.supervisor.leave(accountId);
  const starred = inbox.filter(({ subject }) => /^mail (7|20)$/.test(subject));
  await engine.execute("messages.change", {
    userId: engine.userId,
    messageIds: starred.map(({ id }) => id),
    change: { starred: true },
  });
  await renumber(server.maildir(user), { validityBy: 3, firstUid: 100 });
  await engine.restart();
  await expect.poll(() => engine.supervisor.settled(accountId), { timeout: 60_000 }).toBe(true);
  const there = await withOtherClient({ port: server.imapPort, user, pass }, async (client) => {
    await client.mailboxOpen("INBOX", { readOnly: true });
    const found: string[] = [];
    for await (const { envelope } of client.fetch({ flagged: true }, { envelope: true })) {
      found.push(envelope?.subject ?? "");
    }
    return found.toSorted();
  });
  expect(there).toEqual(["mail 20", "mail 7"]);
});
