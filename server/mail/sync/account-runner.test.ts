import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { foldersOf } from "#/store/folders/queries.ts";
import { startDovecot, type TestDovecot } from "#/testing/fakes/dovecot.ts";
import { startMailEngine, type TestEngine } from "#/testing/apps/mail-engine.ts";
import { withOtherClient } from "#/testing/faults/other-client.ts";

// The tests use real servers, maybe on a busy machine.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const pass = "secret";
const users = Array.from({ length: 12 }, (_, index) => ({
  name: `user${index}@example.org`,
  pass,
}));
let server: TestDovecot;
let next = 0;

beforeAll(async () => {
  server = await startDovecot({ users });
});
afterAll(() => server.stop());

/** A mailbox that no other test uses. */
let user = "";
beforeEach(() => {
  user = users[next++]?.name ?? "";
});

const login = () => ({ port: server.imapPort, user, pass });
const account = () => ({ mail: user, pass, imapPort: server.imapPort });

function mail(subject: string, extra = ""): string {
  return [
    `Message-ID: <${subject.replaceAll(" ", "-")}@example.org>`,
    `Date: Sat, 21 Nov 2026 08:00:00 +0000`,
    `From: Sender <sender@example.net>`,
    `To: ${user}`,
    `Subject: ${subject}`,
    `${extra}Content-Type: text/plain; charset=utf-8`,
    "",
    `The text of ${subject}.`,
    "",
  ].join("\r\n");
}

/** Appends messages to a folder, oldest first, a minute apart. */
async function fill(folder: string, subjects: string[]): Promise<void> {
  const start = Date.now() - 24 * 3600_000;
  await withOtherClient(login(), async (client) => {
    for (const [index, subject] of subjects.entries()) {
      await client.append(folder, mail(subject), [], new Date(start + index * 60_000));
    }
  });
}

async function subjectsIn({ database, userId }: TestEngine, role: string): Promise<string[]> {
  const rows = await database.reader
    .selectFrom("message_locations")
    .innerJoin("messages", "messages.id", "message_locations.message_id")
    .select("messages.subject")
    .where("message_locations.user_id", "=", userId)
    .where("message_locations.role", "=", role as "inbox")
    .orderBy("message_locations.date_key", "desc")
    .execute();
  return rows.map((row) => row.subject);
}

async function messageOf({ database, userId }: TestEngine, subject: string) {
  return database.reader
    .selectFrom("messages")
    .selectAll()
    .where("user_id", "=", userId)
    .where("subject", "=", subject)
    .executeTakeFirst();
}

async function stateOf({ database }: TestEngine, id: string) {
  return database.reader
    .selectFrom("accounts")
    .select(["state", "error_code"])
    .where("id", "=", id as never)
    .executeTakeFirst();
}

/** Watches the account until everything on the server is stored. */
async function watched(engine: TestEngine) {
  const row = await engine.addAccount(account());
  await engine.until(async () => (await stateOf(engine, row.id))?.state === "watching");
  return row;
}

describe("the first sync", () => {
  test("shows the newest mail first and ingests everything, folder by folder", async () => {
    const subjects = Array.from({ length: 300 }, (_, index) => `mail ${index}`);
    await fill("INBOX", subjects);
    await fill("Sent", ["sent one"]);
    await using engine = await startMailEngine();
    const row = await engine.addAccount(account());
    await engine.until(async () => (await subjectsIn(engine, "inbox")).length > 0);
    const first = await subjectsIn(engine, "inbox");
    expect(first).toEqual(subjects.slice(-first.length).toReversed());

    await engine.until(async () => (await stateOf(engine, row.id))?.state === "watching");
    expect(await subjectsIn(engine, "inbox")).toEqual(subjects.toReversed());
    expect(await subjectsIn(engine, "sent")).toEqual(["sent one"]);
    const folders = await foldersOf(engine.database.reader, engine.userId, row.id);
    expect(folders.find((folder) => folder.role === "inbox")).toMatchObject({
      server_count: 300,
      is_complete: 1,
    });
  });

  test("resumes where it was interrupted and duplicates nothing", async () => {
    const subjects = Array.from({ length: 200 }, (_, index) => `kept ${index}`);
    await fill("INBOX", subjects);
    await using engine = await startMailEngine();
    const row = await engine.addAccount(account());
    await engine.until(async () => (await subjectsIn(engine, "inbox")).length >= 50);
    await engine.restart();
    await engine.until(async () => (await stateOf(engine, row.id))?.state === "watching");
    expect(await subjectsIn(engine, "inbox")).toEqual(subjects.toReversed());
  });

  test("records damaged, empty, truncated and large messages and continues", async () => {
    await server.deliver(user, "");
    await server.deliver(
      user,
      "Subject: cut off\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\nCon",
    );
    await server.deliver(user, Buffer.from([0, 1, 2, 255, 254, 13, 10, 0]));
    const filler = `${"x".repeat(76)}\r\n`.repeat(12_000);
    await server.deliver(user, mail("large").replace("The text", filler));
    await server.deliver(user, mail("good"));
    await using engine = await startMailEngine();
    await watched(engine);
    const subjects = await subjectsIn(engine, "inbox");
    expect(subjects).toHaveLength(5);
    expect(subjects).toEqual(expect.arrayContaining(["good", "large", "cut off"]));
  });
});

describe("while an account is watched", () => {
  test("new messages appear", async () => {
    await using engine = await startMailEngine();
    await watched(engine);
    await server.deliver(user, mail("just now"));
    await engine.until(async () => (await subjectsIn(engine, "inbox")).includes("just now"));
  });

  test("a reply joins the thread of the message that it answers", async () => {
    await fill("INBOX", ["question"]);
    await using engine = await startMailEngine();
    await watched(engine);
    await server.deliver(user, mail("answer", "In-Reply-To: <question@example.org>\r\n"));
    await engine.until(async () => (await messageOf(engine, "answer")) !== undefined);
    const threads = [await messageOf(engine, "question"), await messageOf(engine, "answer")];
    expect(threads[0]?.thread_id).toBe(threads[1]?.thread_id);
  });

  test("flags that another client sets appear", async () => {
    await fill("INBOX", ["to be read"]);
    await using engine = await startMailEngine();
    await watched(engine);
    await withOtherClient(login(), async (client) => {
      await client.mailboxOpen("INBOX");
      await client.messageFlagsAdd("1:*", ["\\Seen", "\\Flagged"]);
    });
    await engine.until(async () => {
      const message = await messageOf(engine, "to be read");
      return message?.is_seen === 1 && message.is_starred === 1;
    });
  });

  test("read and starred flags set here are pushed to the server", async () => {
    await fill("INBOX", ["read here"]);
    await using engine = await startMailEngine();
    await watched(engine);
    const message = await messageOf(engine, "read here");
    if (message === undefined) throw new Error("no message");
    const change = {
      userId: engine.userId,
      messageIds: [message.id],
      change: { seen: true, starred: true },
    };
    await engine.execute("messages.change", change);
    await engine.until(async () => {
      const pending = await engine.database.reader
        .selectFrom("pending_operations")
        .select("id")
        .execute();
      return pending.length === 0;
    });
    const flags = await withOtherClient(login(), async (client) => {
      await client.mailboxOpen("INBOX");
      const found = await client.fetchOne("*", { flags: true });
      return found ? found.flags : undefined;
    });
    expect(flags).toEqual(new Set(["\\Seen", "\\Flagged"]));
  });

  test("a message deleted by another client disappears", async () => {
    await fill("INBOX", ["stays", "goes"]);
    await using engine = await startMailEngine();
    await watched(engine);
    await withOtherClient(login(), async (client) => {
      await client.mailboxOpen("INBOX");
      await client.messageDelete("2");
    });
    await engine.until(async () => (await subjectsIn(engine, "inbox")).join() === "stays");
  });

  test("a message moved by another client is the same message in its new folder", async () => {
    await fill("INBOX", ["moved"]);
    await using engine = await startMailEngine();
    await watched(engine);
    const before = await messageOf(engine, "moved");
    await withOtherClient(login(), async (client) => {
      await client.mailboxOpen("INBOX");
      await client.messageMove("1", "Archive");
    });
    await engine.until(async () => {
      const [inbox, archive] = [
        await subjectsIn(engine, "inbox"),
        await subjectsIn(engine, "archive"),
      ];
      return inbox.length === 0 && archive.join() === "moved";
    });
    expect((await messageOf(engine, "moved"))?.id).toBe(before?.id);
  });
});
