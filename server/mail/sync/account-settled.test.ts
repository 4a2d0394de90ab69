import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { foldersOf } from "#/store/folders/queries.ts";
import { startDovecot, type TestDovecot } from "#/testing/fakes/dovecot.ts";
import { shortMail } from "#/testing/fakes/imap/fake-account.ts";
import { startFakeImap } from "#/testing/fakes/imap/fake-imap.ts";
import { profiles } from "#/testing/fakes/imap/profiles.ts";
import { startMailEngine } from "#/testing/apps/mail-engine.ts";
import { withOtherClient } from "#/testing/faults/other-client.ts";

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const user = "user@example.org";
const pass = "secret";
let server: TestDovecot;

beforeAll(async () => {
  server = await startDovecot({ users: [{ name: user, pass }] });
});
afterAll(() => server.stop());

test("an account is settled once a full comparison finds no difference, and fixes those it finds", async () => {
  for (let n = 0; n < 3; n++) await server.deliver(user, `Subject: mail ${n}\r\n\r\ntext\r\n`);
  await using engine = await startMailEngine({ timing: { pollMs: 3600_000 } });
  const { id } = await engine.addAccount({ mail: user, pass, imapPort: server.imapPort });
  await expect.poll(() => engine.supervisor.settled(id), { timeout: 20_000 }).toBe(true);

  // A change in a folder that is not read before the next poll.
  await withOtherClient({ port: server.imapPort, user, pass }, (client) =>
    client.append("Archive", "Subject: put there\r\n\r\ntext\r\n"),
  );
  expect(await engine.supervisor.settled(id)).toBe(false);
  expect(await engine.supervisor.settled(id)).toBe(true);
  const row = await engine.database.reader
    .selectFrom("messages")
    .select("id")
    .where("subject", "=", "put there")
    .executeTakeFirst();
  expect(row).toBeDefined();
});

test("an account without a runner is not settled", async () => {
  await using engine = await startMailEngine();
  const { id } = await engine.addAccount({ mail: user, pass: "wrong", imapPort: server.imapPort });
  await engine.until(async () => {
    const row = await engine.database.reader
      .selectFrom("accounts")
      .select("state")
      .where("id", "=", id)
      .executeTakeFirst();
    return row?.state === "failed";
  });
  expect(await engine.supervisor.settled(id)).toBe(false);
});

test("an account is settled even if its server can only mark the messages deleted here", async () => {
  await using fake = await startFakeImap(profiles.noUidplus);
  const mailbox = fake.addMailbox(user);
  for (const subject of ["stays", "goes"]) {
    mailbox.append(mailbox.folder("INBOX"), shortMail(subject));
  }
  await using engine = await startMailEngine({ retryMs: 50 });
  const { id } = await engine.addAccount({ mail: user, pass, imapPort: fake.port });
  await expect.poll(() => engine.supervisor.settled(id), { timeout: 20_000 }).toBe(true);
  const goes = await engine.database.reader
    .selectFrom("messages")
    .select("id")
    .where("subject", "=", "goes")
    .executeTakeFirstOrThrow();
  const change = { deleteAt: Date.now() };
  await engine.execute("messages.change", {
    userId: engine.userId,
    messageIds: [goes.id],
    change,
  });
  await expect.poll(() => engine.supervisor.settled(id), { timeout: 20_000 }).toBe(true);
  expect(mailbox.folder("INBOX").messages.map(({ flags }) => [...flags])).toEqual([
    [],
    ["\\Deleted"],
  ]);
});

test("a folder that an old session does not list is found by a full comparison", async () => {
  await using fake = await startFakeImap(profiles.plain);
  const mailbox = fake.addMailbox(user);
  // Like Dovecot after its folder index was rebuilt: the session continues with the one that it had.
  const answers = new Map<object, string>();
  fake.answer(/^LIST/, (_command, session) => {
    const known = answers.get(session);
    const lines = mailbox.folders.map(({ name, use }) => `* LIST (${use}) "/" "${name}"\r\n`);
    const answer = known ?? `${lines.join("")}TAG OK listed\r\n`;
    answers.set(session, answer);
    return answer;
  });
  await using engine = await startMailEngine();
  const { id, user_id: userId } = await engine.addAccount({
    mail: user,
    pass,
    imapPort: fake.port,
  });
  await expect.poll(() => engine.supervisor.settled(id)).toBe(true);
  mailbox.create("Later");
  mailbox.append(mailbox.folder("Later"), shortMail("put there"));
  expect(await engine.supervisor.settled(id)).toBe(false);
  const folders = await foldersOf(engine.database.reader, userId, id);
  expect(folders.map(({ path }) => path)).toContain("Later");
});
