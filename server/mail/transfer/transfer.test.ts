import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { foldersOf } from "#/store/folders/queries.ts";
import { startDovecot, type TestDovecot } from "#/testing/fakes/dovecot.ts";
import { startMailEngine, type TestEngine } from "#/testing/apps/mail-engine.ts";
import { withOtherClient } from "#/testing/faults/other-client.ts";
import { exportMail } from "./export-mail.ts";
import { beginImport, cancelImport, listImports } from "./start-import.ts";

// The tests use real servers, maybe on a busy machine.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const pass = "secret";
const users = Array.from({ length: 8 }, (_, index) => ({ name: `u${index}@example.org`, pass }));
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

const mail = (subject: string, header = "") =>
  `Message-ID: <${subject}@example.org>\nFrom: Ann <ann@example.org>\nDate: Sat, 3 Jan 2026 01:05:34 +0000\nSubject: ${subject}\n${header}\nText of ${subject}.\n`;
const mbox = (...messages: string[]) =>
  messages.map((one) => `From ann@example.org Sat Jan  3 01:05:34 2026\n${one}\n`).join("");

async function connect(engine: TestEngine) {
  const account = await engine.addAccount({ mail: user, pass, imapPort: server.imapPort });
  await engine.until(
    async () => (await foldersOf(engine.database.reader, engine.userId)).length > 0,
  );
  return account;
}

async function importFile(engine: TestEngine, accountId: string, content: string | Buffer) {
  const file = { accountId: accountId as never, filename: "old mail.mbox" }; // Safe: an id of this test.
  const { id } = await beginImport(engine.mail, engine.userId, file, Readable.from([content]));
  const find = async () => {
    const all = await listImports(engine.mail, engine.userId);
    return all.find((one) => one.id === id);
  };
  await engine.until(async () => (await find())?.state !== "running");
  return find();
}

/** Returns subject, flags and INTERNALDATE of the messages in the folder on the server. */
async function existing(folder: string) {
  return withOtherClient({ port: server.imapPort, user, pass }, async (client) => {
    await client.mailboxOpen(folder);
    const found: { subject: string; flags: string[]; date: number }[] = [];
    for await (const one of client.fetch("1:*", {
      envelope: true,
      flags: true,
      internalDate: true,
    })) {
      found.push({
        subject: one.envelope?.subject ?? "",
        flags: [...(one.flags ?? [])].filter((flag) => flag !== String.raw`\Recent`).toSorted(),
        date: new Date(one.internalDate ?? 0).getTime(),
      });
    }
    return found;
  });
}

test("imports an mbox into a folder of the server with flags and dates, each message once", async () => {
  await using engine = await startMailEngine();
  const account = await connect(engine);
  const file = mbox(mail("one", "Status: RO\nX-Status: F\n"), mail("two"), mail("one"));
  expect(await importFile(engine, account.id, file)).toMatchObject({
    state: "done",
    folder: "Imported",
    imported: 2,
    skipped: 1,
    refused: 0,
  });
  const date = Date.UTC(2026, 0, 3, 1, 5, 34);
  expect(await existing("Imported")).toEqual([
    { subject: "one", flags: [String.raw`\Flagged`, String.raw`\Seen`], date },
    { subject: "two", flags: [], date },
  ]);
  // Importing the same file again adds nothing.
  await engine.until(async () => {
    const rows = await engine.database.reader.selectFrom("messages").select("id").execute();
    return rows.length === 2;
  });
  expect(await importFile(engine, account.id, file)).toMatchObject({ imported: 0, skipped: 3 });
  expect(await existing("Imported")).toHaveLength(2);
});

test("mail from Gmail goes to the folders it had there, with its labels", async () => {
  await using engine = await startMailEngine();
  const account = await connect(engine);
  await withOtherClient({ port: server.imapPort, user, pass }, async (client) => {
    await client.mailboxCreate("Sent");
  });
  await engine.until(async () =>
    (await foldersOf(engine.database.reader, engine.userId)).some(({ role }) => role === "sent"),
  );
  const long = "A label that is longer than any keyword that this server keeps";
  const labelled = (subject: string, labels: string) =>
    mail(subject, `X-Gmail-Labels: ${labels}\n`);
  const file = mbox(
    labelled("came", `Inbox,Unread,Starred,New boat,${long}`),
    labelled("went", "Sent,Opened"),
    labelled("elsewhere", "New boat"),
    labelled("went", "Sent"),
  );
  expect(await importFile(engine, account.id, file)).toMatchObject({
    state: "done",
    imported: 3,
    skipped: 1,
    refused: 0,
  });
  const date = Date.UTC(2026, 0, 3, 1, 5, 34);
  const keyword = "New&ACA-boat";
  expect(await existing("INBOX")).toEqual([
    { subject: "came", flags: [keyword, String.raw`\Flagged`].toSorted(), date },
  ]);
  expect(await existing("Sent")).toEqual([{ subject: "went", flags: [String.raw`\Seen`], date }]);
  expect(await existing("Imported")).toMatchObject([{ subject: "elsewhere" }]);
  await engine.until(async () => {
    const labels = await engine.database.reader.selectFrom("labels").select("name").execute();
    return labels.some(({ name }) => name === "New boat");
  });
});

test("an import killed between the append and its record resumes without a second copy", async () => {
  await using engine = await startMailEngine();
  const account = await connect(engine);
  const execute = engine.mail.execute;
  let notes = 0;
  // The process dies after the server has the second message and before it is recorded.
  engine.mail.execute = async (name, input) => {
    if (name === "import.note" && ++notes === 2) throw new Error("killed");
    return execute(name, input);
  };
  const file = mbox(mail("one"), mail("two"), mail("three"));
  const owner = { accountId: account.id, filename: "a.mbox" };
  const { id } = await beginImport(
    { ...engine.mail, execute },
    engine.userId,
    owner,
    Readable.from([file]),
  );
  await engine.until(async () => {
    const [row] = await listImports(engine.mail, engine.userId);
    return row?.state === "failed";
  });
  // The state in which a new process finds it: still running.
  await engine.database.kysely
    .updateTable("imports")
    .set({ state: "running", error_code: "" })
    .execute();
  engine.mail.execute = execute;
  const { importMail } = await import("./run-import.ts");
  await importMail(engine.mail, { userId: engine.userId, importId: id });
  const [row] = await listImports(engine.mail, engine.userId);
  expect(row).toMatchObject({ state: "done", imported: 2, skipped: 1 });
  expect((await existing("Imported")).map((one) => one.subject)).toEqual(["one", "two", "three"]);
});

test("a file without mail and a damaged one are reported as such", async () => {
  await using engine = await startMailEngine();
  const account = await connect(engine);
  expect(await importFile(engine, account.id, "")).toMatchObject({
    error: "No emails found in this file.",
  });
  expect(await importFile(engine, account.id, "PK\x03\x04 broken")).toMatchObject({
    state: "failed",
    error: "This file is damaged. The emails before the damage were imported.",
  });
});

test("an ended import is removed from the list", async () => {
  await using engine = await startMailEngine();
  const account = await connect(engine);
  const done = await importFile(engine, account.id, mbox(mail("one")));
  if (!done) throw new Error("The import is not listed.");
  await cancelImport(engine.mail, engine.userId, done.id);
  expect(await listImports(engine.mail, engine.userId)).toEqual([]);
  await expect(cancelImport(engine.mail, engine.userId, done.id)).rejects.toMatchObject({
    code: "import.not_found",
  });
});

test("a folder is exported as one mbox file that imports the same messages again", async () => {
  await using engine = await startMailEngine();
  const account = await connect(engine);
  const body = "From here on.\r\n>From there.\r\n";
  await server.deliver(user, `${mail("exported").replaceAll("\n", "\r\n")}${body}`);
  await engine.until(async () => {
    const rows = await engine.database.reader.selectFrom("messages").select("id").execute();
    return rows.length === 1;
  });
  const file = await exportMail(engine.mail, engine.userId, { folder: "inbox" } as never); // Safe: one of the names.
  const written = await text(file.content as Readable);
  expect(file.filename).toMatch(/^mail \d{4}-\d\d-\d\d\.mbox$/);
  expect(written).toMatch(/^From ann@example\.org /);
  expect(written).toContain("\n>From here on.\n>>From there.\n");
  // The message is in the inbox there; in the other folder it is new.
  expect(await importFile(engine, account.id, written)).toMatchObject({ imported: 1 });
});

test.each(["sqlite", "postgres"] as const)(
  "an exported folder includes its snoozed messages, on %s",
  async (on) => {
    await using engine = await startMailEngine({ on });
    await connect(engine);
    for (const subject of ["now", "later"]) {
      await server.deliver(user, mail(subject).replaceAll("\n", "\r\n"));
    }
    const rows = () =>
      engine.database.reader.selectFrom("messages").select(["id", "subject"]).execute();
    await engine.until(async () => (await rows()).length === 2);
    const later = (await rows()).find(({ subject }) => subject === "later");
    if (!later) throw new Error("The mail is not here.");
    const change = { snoozeUntil: Date.now() + 3_600_000 };
    await engine.execute("messages.change", {
      userId: engine.userId,
      messageIds: [later.id],
      change,
    });
    const [folder] = (await foldersOf(engine.database.reader, engine.userId)).filter(
      ({ role }) => role === "inbox",
    );
    const subjects = async (name: string | undefined) => {
      const file = await exportMail(engine.mail, engine.userId, { folder: name } as never); // Safe: one of the names.
      const written = await text(file.content as Readable);
      return [...written.matchAll(/^Subject: (.*)$/gm)].map(([, subject]) => subject).toSorted();
    };
    expect(await subjects("inbox")).toEqual(["later", "now"]);
    expect(await subjects(folder?.id)).toEqual(["later", "now"]);
    expect(await subjects("snoozed")).toEqual(["later"]);
    expect(await subjects("archive")).toEqual([]);
  },
);
