import { expect, test, vi } from "vitest";
import { profiles } from "#/testing/fakes/imap/profiles.ts";
import { startFakeImap } from "#/testing/fakes/imap/fake-imap.ts";
import { shortMail } from "#/testing/fakes/imap/fake-account.ts";
import { startMailEngine, type TestEngine } from "#/testing/apps/mail-engine.ts";

vi.setConfig({ testTimeout: 30_000 });

const user = "person@example.org";
const allMail = "[Gmail]/Alle Nachrichten";

async function gmail({ hidesAllMail = false } = {}) {
  const { gmail: profile } = profiles;
  const folders = profile.folders.filter(({ use }) => !hidesAllMail || use !== "\\All");
  const server = await startFakeImap({ ...profile, folders });
  return { server, mailbox: server.addMailbox(user) };
}

async function watch(engine: TestEngine, port: number) {
  const { id } = await engine.addAccount({ mail: user, pass: "secret", imapPort: port });
  const settles = () =>
    expect.poll(() => engine.supervisor.settled(id), { timeout: 20_000 }).toBe(true);
  await settles();
  return settles;
}

/** Returns the subjects that a unified list of this role shows. */
async function shown({ database }: TestEngine, role: "inbox" | "archive"): Promise<string[]> {
  const rows = await database.reader
    .selectFrom("message_locations as l")
    .innerJoin("messages as m", "m.id", "l.message_id")
    .select("m.subject")
    .where("l.role", "=", role)
    .where("l.is_twin", "=", 0)
    .orderBy("m.subject")
    .execute();
  return rows.map(({ subject }) => subject);
}

const messagesOf = ({ database }: TestEngine) =>
  database.reader
    .selectFrom("messages")
    .select(["subject", "thread_id", "flags_json"])
    .orderBy("subject")
    .execute();

const bodiesFetched = (commands: readonly string[]) =>
  commands.filter((command) => command.startsWith("UID FETCH") && command.includes("BODY.PEEK[]"));

test("a message in several folders is one message and is fetched once", async () => {
  const { server, mailbox } = await gmail();
  await using _ = server;
  const both = mailbox.append(mailbox.folder("INBOX"), shortMail("both"));
  mailbox.copy(both, mailbox.folder("Projekte"));
  mailbox.append(mailbox.folder(allMail), shortMail("archived"));
  await using engine = await startMailEngine();
  await watch(engine, server.port);
  const rows = await messagesOf(engine);
  expect(rows.map(({ subject }) => subject)).toEqual(["archived", "both"]);
  expect(bodiesFetched(server.commands)).toHaveLength(2);
  expect(rows.map(({ flags_json: flags }) => JSON.parse(flags) as string[])).toEqual([
    [],
    expect.arrayContaining(["label:Projekte"]),
  ]);
});

test("the archive shows messages that are in no other folder, as that changes", async () => {
  const { server, mailbox } = await gmail();
  await using _ = server;
  const inbox = mailbox.folder("INBOX");
  const first = mailbox.append(inbox, shortMail("first"));
  mailbox.append(mailbox.folder(allMail), shortMail("old"));
  await using engine = await startMailEngine();
  const settles = await watch(engine, server.port);
  expect(await shown(engine, "inbox")).toEqual(["first"]);
  expect(await shown(engine, "archive")).toEqual(["old"]);

  mailbox.expunge(inbox, first);
  await settles();
  expect(await shown(engine, "inbox")).toEqual([]);
  expect(await shown(engine, "archive")).toEqual(["first", "old"]);

  const old = mailbox
    .folder(allMail)
    .messages.find(({ content }) => `${content.raw}`.includes("old"));
  if (!old) throw new Error("no message");
  mailbox.copy(old, inbox);
  await settles();
  expect(await shown(engine, "inbox")).toEqual(["old"]);
  expect(await shown(engine, "archive")).toEqual(["first"]);
});

test("uses Gmail's conversation, even without headers that link the messages", async () => {
  const { server, mailbox } = await gmail();
  await using _ = server;
  const inbox = mailbox.folder("INBOX");
  const question = mailbox.append(inbox, shortMail("question"));
  const answer = mailbox.append(inbox, shortMail("answer"));
  mailbox.append(inbox, shortMail("other"));
  answer.content.gmailThread = question.content.gmailThread;
  await using engine = await startMailEngine();
  await watch(engine, server.port);
  const threads = new Map((await messagesOf(engine)).map((row) => [row.subject, row.thread_id]));
  expect(threads.get("answer")).toBe(threads.get("question"));
  expect(threads.get("other")).not.toBe(threads.get("question"));
});

test("a label added or removed by another client is synced", async () => {
  const { server, mailbox } = await gmail();
  await using _ = server;
  const inbox = mailbox.folder("INBOX");
  const message = mailbox.append(inbox, shortMail("one"));
  await using engine = await startMailEngine();
  const settles = await watch(engine, server.port);
  const labels = async () => (await messagesOf(engine)).map(({ flags_json: flags }) => flags);
  expect(await labels()).toEqual(["[]"]);
  const copy = mailbox.copy(message, mailbox.folder("Reisen/2026"));
  await settles();
  expect(await labels()).toEqual(['["label:Reisen/2026"]']);
  mailbox.expunge(mailbox.folder("Reisen/2026"), copy);
  await settles();
  expect(await labels()).toEqual(["[]"]);
});

test("a label added in its own folder is not saved as a keyword", async () => {
  // All Mail would name the label.
  const { server, mailbox } = await gmail({ hidesAllMail: true });
  await using _ = server;
  const { uid } = mailbox.append(mailbox.folder("Projekte"), shortMail("one"));
  await using engine = await startMailEngine({
    prepare: ({ database, execute, clock }) => ({
      execute: async (name, input) => {
        if (name === "pending.settle") {
          // A sync in between has read the server's flags, and will not read them again.
          const folder = database.reader.selectFrom("folders").select("id");
          const { id } = await folder.where("path", "=", "Projekte").executeTakeFirstOrThrow();
          const items = [{ uid, flags: [] }];
          await execute("locations.flags", { folderId: id, items, askedAt: clock.now() });
        }
        return execute(name, input);
      },
    }),
  });
  await watch(engine, server.port);
  const { reader } = engine.database;
  const { id } = await reader.selectFrom("messages").select("id").executeTakeFirstOrThrow();
  const change = { labels: { add: ["Projekte"], remove: [] } };
  await engine.execute("messages.change", { userId: engine.userId, messageIds: [id], change });
  const isPushed = async () =>
    (await reader.selectFrom("pending_operations").select("id").execute()).length === 0;
  await engine.until(isPushed);
  expect((await messagesOf(engine)).map(({ flags_json: flags }) => flags)).toEqual(["[]"]);
});

test("a mailbox that hides All Mail from IMAP is synced without it", async () => {
  const { server, mailbox } = await gmail({ hidesAllMail: true });
  await using _ = server;
  const one = mailbox.append(mailbox.folder("INBOX"), shortMail("one"));
  mailbox.copy(one, mailbox.folder("Projekte"));
  await using engine = await startMailEngine();
  await watch(engine, server.port);
  expect((await messagesOf(engine)).map(({ subject }) => subject)).toEqual(["one"]);
  expect(await shown(engine, "inbox")).toEqual(["one"]);
  expect(await shown(engine, "archive")).toEqual([]);
});
