import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { foldersOf } from "#/store/folders/queries.ts";
import { startDovecot, type TestDovecot } from "#/testing/fakes/dovecot.ts";
import { startMailEngine, type TestEngine } from "#/testing/apps/mail-engine.ts";
import { withOtherClient } from "#/testing/faults/other-client.ts";
import type { SyncContext } from "#/mail/sync/context.ts";

// The tests use real servers, maybe on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const pass = "secret";
const users = Array.from({ length: 6 }, (_, n) => ({ name: `u${n}@example.org`, pass }));
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

const withOther = <Result>(work: Parameters<typeof withOtherClient<Result>>[1]) =>
  withOtherClient({ port: server.imapPort, user, pass }, work);
const mail = (name: string) =>
  `Message-ID: <${name}@example.org>\r\nSubject: ${name}\r\n\r\nText of ${name}\r\n`;

async function make(folder: string, ...names: string[]): Promise<void> {
  await withOther(async (client) => {
    await client.mailboxCreate(folder);
    for (const name of names) await client.append(folder, mail(name));
  });
}

/** Counts ingested messages; a rename must cause none. */
function counting() {
  const taken: string[] = [];
  const prepare = ({ execute: inner }: SyncContext): Partial<SyncContext> => ({
    execute: async (name, input) => {
      if (name === "messages.takeIn") taken.push(name);
      return inner(name, input);
    },
  });
  return { taken, prepare };
}

async function watch(engine: TestEngine) {
  const { id } = await engine.addAccount({ mail: user, pass, imapPort: server.imapPort });
  const settles = () =>
    expect.poll(() => engine.supervisor.settled(id), { timeout: 30_000 }).toBe(true);
  await settles();
  const folders = async () => {
    const rows = await foldersOf(engine.database.reader, engine.userId, id);
    return new Map(rows.map((row) => [row.path, row.id]));
  };
  const inFolder = async (path: string) => {
    const rows = await engine.database.reader
      .selectFrom("message_locations as l")
      .innerJoin("messages as m", "m.id", "l.message_id")
      .innerJoin("folders as f", "f.id", "l.folder_id")
      .select("m.subject")
      .where("f.path", "=", path)
      .orderBy("m.subject")
      .execute();
    return rows.map(({ subject }) => subject);
  };
  return { settles, folders, inFolder };
}

test("a folder renamed by another client keeps its row, and nothing is fetched again", async () => {
  await make("Projects", "one", "two");
  await make("Other", "three");
  const { taken, prepare } = counting();
  await using engine = await startMailEngine({ prepare });
  const { settles, folders, inFolder } = await watch(engine);
  const before = await folders();
  taken.length = 0;
  await withOther((client) => client.mailboxRename("Projects", "Done"));
  await settles();
  const after = await folders();
  expect(after.get("Done")).toBe(before.get("Projects"));
  expect(after.has("Projects")).toBe(false);
  expect(await inFolder("Done")).toEqual(["one", "two"]);
  expect(taken).toEqual([]);
});

test("a renamed folder is distinguished from the new one with its old name", async () => {
  await make("A", "one", "two");
  const { taken, prepare } = counting();
  await using engine = await startMailEngine({ prepare });
  const { settles, folders, inFolder } = await watch(engine);
  const before = await folders();
  taken.length = 0;
  await withOther((client) => client.mailboxRename("A", "B"));
  await make("A", "other");
  await settles();
  const after = await folders();
  expect(after.get("B")).toBe(before.get("A"));
  expect(await inFolder("B")).toEqual(["one", "two"]);
  expect(await inFolder("A")).toEqual(["other"]);
  expect(taken).toHaveLength(1);
});

test("two folders that swapped names each keep their messages", async () => {
  await make("Left", "l1", "l2");
  await make("Right", "r1");
  await using engine = await startMailEngine();
  const { settles, inFolder } = await watch(engine);
  await withOther(async (client) => {
    await client.mailboxRename("Left", "Between");
    await client.mailboxRename("Right", "Left");
    await client.mailboxRename("Between", "Right");
  });
  await settles();
  expect(await inFolder("Left")).toEqual(["r1"]);
  expect(await inFolder("Right")).toEqual(["l1", "l2"]);
});

test("a folder deleted by another client is deleted with its messages", async () => {
  await make("Short lived", "one");
  await using engine = await startMailEngine();
  const { settles, folders, inFolder } = await watch(engine);
  expect(await inFolder("Short lived")).toEqual(["one"]);
  await withOther((client) => client.mailboxDelete("Short lived"));
  await settles();
  expect((await folders()).has("Short lived")).toBe(false);
});

test("news in another folder is seen at once if the server sends notifications for it", async () => {
  await make("Lists");
  await using engine = await startMailEngine({ timing: { pollMs: 3600_000 } });
  const { inFolder } = await watch(engine);
  await withOther((client) => client.append("Lists", mail("told")));
  await engine.until(async () => (await inFolder("Lists")).includes("told"));
});
