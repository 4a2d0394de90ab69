import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { readHealth } from "#/mail/accounts/health.ts";
import { startDovecot, type TestDovecot } from "#/testing/fakes/dovecot.ts";
import { startMailEngine, type TestEngine } from "#/testing/apps/mail-engine.ts";
import { withOtherClient } from "#/testing/faults/other-client.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const pass = "secret";
const users = ["a@example.org", "b@example.org"].map((name) => ({ name, pass }));
let server: TestDovecot;
beforeAll(async () => {
  server = await startDovecot({ users });
});
afterAll(() => server.stop());

const dayMs = 24 * 3600_000;

async function put(user: string, folder: string, ages: Record<string, number>): Promise<void> {
  await withOtherClient({ port: server.imapPort, user, pass }, async (client) => {
    for (const [name, days] of Object.entries(ages)) {
      const text = `Message-ID: <${name}@example.org>\r\nSubject: ${name}\r\n\r\nText\r\n`;
      await client.append(folder, text, [], new Date(Date.now() - days * dayMs));
    }
  });
}

async function subjects({ database }: TestEngine): Promise<string[]> {
  const rows = await database.reader
    .selectFrom("message_locations as l")
    .innerJoin("messages as m", "m.id", "l.message_id")
    .select("m.subject")
    .orderBy("m.subject")
    .execute();
  return rows.map(({ subject }) => subject);
}

test("an account reaches back as far as configured, and its proof counts only that", async () => {
  const user = "a@example.org";
  await put(user, "INBOX", { fresh: 1, month: 40, year: 400 });
  await put(user, "Archive", { ancient: 800 });
  await using engine = await startMailEngine();
  const { id: accountId } = await engine.addAccount({
    mail: user,
    pass,
    imapPort: server.imapPort,
  });
  const { userId } = engine;
  const settles = () =>
    expect.poll(() => engine.supervisor.settled(accountId), { timeout: 30_000 }).toBe(true);
  await settles();
  expect(await subjects(engine)).toEqual(["ancient", "fresh", "month", "year"]);

  await engine.execute("account.syncDepth", { userId, accountId, months: 3 });
  await settles();
  expect(await subjects(engine)).toEqual(["fresh", "month"]);
  const { folders } = await readHealth(
    engine.mail,
    userId,
    accountId,
    engine.supervisor.live(accountId),
  );
  expect(folders.find(({ role }) => role === "inbox")).toMatchObject({
    here: 2,
    server: 2,
    state: "equal",
  });
  expect(folders.every(({ state }) => state === "equal")).toBe(true);

  // A message that another client appends with an old date stays outside, and a new one is ingested.
  await put(user, "INBOX", { late: 500, new: 0 });
  await engine.until(async () => (await subjects(engine)).includes("new"));
  await settles();
  expect(await subjects(engine)).toEqual(["fresh", "month", "new"]);

  await engine.execute("account.syncDepth", { userId, accountId, months: 0 });
  await settles();
  expect(await subjects(engine)).toEqual(["ancient", "fresh", "late", "month", "new", "year"]);
});

test("an excluded folder disappears, and returns when it is included again", async () => {
  const user = "b@example.org";
  await put(user, "Archive", { kept: 1 });
  await using engine = await startMailEngine();
  const { id } = await engine.addAccount({ mail: user, pass, imapPort: server.imapPort });
  const settles = () =>
    expect.poll(() => engine.supervisor.settled(id), { timeout: 30_000 }).toBe(true);
  await settles();
  const archive = await engine.database.reader
    .selectFrom("folders")
    .select("id")
    .where("role", "=", "archive")
    .executeTakeFirstOrThrow();
  const folder = { userId: engine.userId, folderId: archive.id };
  await engine.execute("folder.exclude", { ...folder, isExcluded: true });
  await settles();
  expect(await subjects(engine)).toEqual([]);
  await engine.execute("folder.exclude", { ...folder, isExcluded: false });
  await settles();
  expect(await subjects(engine)).toEqual(["kept"]);
});
