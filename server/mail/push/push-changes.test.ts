import { rm } from "node:fs/promises";
import path from "node:path";
import type { MessageId } from "@inlet/contract/ids.ts";
import type { ImapFlow } from "imapflow";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { CommandName } from "#/store/commands/registry.ts";
import type { Execute } from "#/store/commands/command-bus.ts";
import { startDovecot, type TestDovecot } from "#/testing/fakes/dovecot.ts";
import { startMailEngine, type TestEngine } from "#/testing/apps/mail-engine.ts";
import { withOtherClient } from "#/testing/faults/other-client.ts";
import type { MessageChange } from "#/store/messages/message-change.ts";

// The tests use real servers, maybe on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const pass = "secret";
const users = Array.from({ length: 40 }, (_, index) => ({
  name: `user${index}@example.org`,
  pass,
}));
/** Capabilities of every server; the extensions are added. */
const basic = "IMAP4rev1 SASL-IR LOGIN-REFERRALS ID ENABLE IDLE LITERAL+ NAMESPACE UNSELECT";
const servers: Record<string, { capabilities?: string; isBare?: boolean }> = {
  "with MOVE and UIDPLUS": {},
  "without MOVE": { capabilities: `${basic} UIDPLUS SPECIAL-USE CONDSTORE` },
  "without MOVE and UIDPLUS": { capabilities: `${basic} SPECIAL-USE` },
};
let server: TestDovecot;
let next = 0;
/** A mailbox that no other test uses. */
let user = "";
beforeEach(() => {
  user = users[next++]?.name ?? "";
});

const login = () => ({ port: server.imapPort, user, pass });

function mail(subject: string, messageId = `${subject.replaceAll(" ", "-")}@example.org`): string {
  return [
    ...(messageId === "" ? [] : [`Message-ID: <${messageId}>`]),
    `Date: Sat, 21 Nov 2026 08:00:00 +0000`,
    `From: Sender <sender@example.net>`,
    `To: ${user}`,
    `Subject: ${subject}`,
    `Content-Type: text/plain; charset=utf-8`,
    "",
    `The text of ${subject}.`,
    "",
  ].join("\r\n");
}

async function fill(subjects: string[], folder = "INBOX"): Promise<void> {
  const start = Date.now() - 24 * 3600_000;
  await withOtherClient(login(), async (client) => {
    for (const [index, subject] of subjects.entries()) {
      await client.append(folder, mail(subject), [], new Date(start + index * 60_000));
    }
  });
}

async function watch(engine: TestEngine): Promise<void> {
  const { id } = await engine.addAccount({ mail: user, pass, imapPort: server.imapPort });
  await engine.until(async () => {
    const row = await engine.database.reader
      .selectFrom("accounts")
      .select("state")
      .where("id", "=", id)
      .executeTakeFirst();
    return row?.state === "watching";
  });
}

async function idOf({ database }: TestEngine, subject: string): Promise<MessageId> {
  const row = await database.reader
    .selectFrom("messages")
    .select("id")
    .where("subject", "=", subject)
    .orderBy("orphaned_at")
    .executeTakeFirst();
  if (row === undefined) throw new Error(`no ${subject}`);
  return row.id;
}

/** Returns the local locations of a message: path, and whether its UID is the server's. */
async function placesOf({ database }: TestEngine, subject: string): Promise<string[]> {
  const rows = await database.reader
    .selectFrom("message_locations as l")
    .innerJoin("messages as m", "m.id", "l.message_id")
    .innerJoin("folders as f", "f.id", "l.folder_id")
    .select(["l.role", "l.uid", "f.path"])
    .where("m.subject", "=", subject)
    .execute();
  return rows.map(({ path: at, uid }) => `${at}${uid < 0 ? " (on its way)" : ""}`).toSorted();
}

async function change(engine: TestEngine, subjects: string[], what: MessageChange): Promise<void> {
  const messageIds = await Promise.all(subjects.map((subject) => idOf(engine, subject)));
  await engine.execute("messages.change", { userId: engine.userId, messageIds, change: what });
}

/** Resolves when all operations were pushed and their effects were synced. */
async function settled(engine: TestEngine): Promise<void> {
  await engine.until(async () => {
    const pending = await engine.database.reader
      .selectFrom("pending_operations")
      .select("id")
      .where("kind", "not in", ["local", "left"])
      .execute();
    return pending.length === 0;
  });
}

async function subjectsOf(folder: string): Promise<string[]> {
  return withOtherClient(login(), async (client) => {
    await client.mailboxOpen(folder);
    return listed(client);
  });
}

async function listed(client: ImapFlow): Promise<string[]> {
  const subjects: string[] = [];
  for await (const { envelope, flags } of client.fetch("1:*", { envelope: true, flags: true })) {
    subjects.push(`${envelope?.subject}${flags?.has("\\Deleted") ? " (marked)" : ""}`);
  }
  return subjects.toSorted();
}

/** Fails as a kill does: changes on the server persist, but are not recorded here. */
function killedAt(name: CommandName, times: number) {
  const state = { left: times };
  return {
    state,
    prepare: ({ execute }: { execute: Execute }): { execute: Execute } => ({
      execute: (asked, input) => {
        if (asked === name && state.left > 0) {
          state.left--;
          return Promise.reject(new Error("killed"));
        }
        return execute(asked, input);
      },
    }),
  };
}

const archive = { target: { role: "archive" } } as const;

describe.each(Object.keys(servers))("a server %s", (name) => {
  const hasUidplus = name !== "without MOVE and UIDPLUS";
  beforeAll(async () => {
    server = await startDovecot({ users, ...servers[name] });
  });
  afterAll(() => server.stop());

  test("moves the messages archived here, and they are the same messages there", async () => {
    await fill(["stays", "goes", "goes too"]);
    await using engine = await startMailEngine();
    await watch(engine);
    const before = await idOf(engine, "goes");
    await change(engine, ["goes", "goes too"], archive);
    expect(await placesOf(engine, "goes")).toEqual(["Archive (on its way)"]);
    await settled(engine);
    expect(await subjectsOf("Archive")).toEqual(["goes", "goes too"]);
    const marked = hasUidplus ? [] : ["goes (marked)", "goes too (marked)"];
    expect(await subjectsOf("INBOX")).toEqual([...marked, "stays"].toSorted());
    await engine.supervisor.syncNow(engine.userId);
    await engine.restart();
    await engine.supervisor.syncNow(engine.userId);
    expect(await placesOf(engine, "goes")).toEqual(["Archive"]);
    expect(await placesOf(engine, "stays")).toEqual(["INBOX"]);
    expect(await idOf(engine, "goes")).toBe(before);
  });

  test("a kill between a move and its recording neither duplicates nor loses the message", async () => {
    await fill(["survives"]);
    const { state, prepare } = killedAt("pending.settle", 1);
    await using engine = await startMailEngine({ prepare });
    await watch(engine);
    await change(engine, ["survives"], archive);
    await engine.until(async () => state.left === 0);
    // A sync at this point must show it once.
    await engine.supervisor.syncNow(engine.userId);
    expect(await placesOf(engine, "survives")).toHaveLength(1);
    await engine.restart();
    await settled(engine);
    expect(await subjectsOf("Archive")).toEqual(["survives"]);
    await engine.supervisor.syncNow(engine.userId);
    expect(await placesOf(engine, "survives")).toEqual(["Archive"]);
  });

  test("permanently deletes exactly the requested messages, never those that other clients marked", async () => {
    await fill(["marked by others", "deleted here"]);
    await withOtherClient(login(), async (client) => {
      await client.mailboxOpen("INBOX");
      await client.messageFlagsAdd("1", ["\\Deleted"]);
    });
    await using engine = await startMailEngine();
    await watch(engine);
    await change(engine, ["deleted here"], { deleteAt: Date.now() });
    expect(await placesOf(engine, "deleted here")).toEqual([]);
    await settled(engine);
    const left = hasUidplus ? [] : ["deleted here (marked)"];
    expect(await subjectsOf("INBOX")).toEqual([...left, "marked by others (marked)"]);
    await engine.restart();
    await engine.supervisor.syncNow(engine.userId);
    expect(await placesOf(engine, "deleted here")).toEqual([]);
  });

  test("does not touch another message under the same UID", async () => {
    await fill(["meant", "not meant"]);
    await using engine = await startMailEngine();
    await watch(engine);
    // Simulates a wrong row, for any reason.
    await engine.database.kysely
      .updateTable("messages")
      .set({ message_id_header: "never@sent.example" })
      .where("subject", "=", "meant")
      .execute();
    await change(engine, ["meant"], { deleteAt: Date.now() });
    await settled(engine);
    expect(await subjectsOf("INBOX")).toEqual(["meant", "not meant"]);
    await engine.supervisor.syncNow(engine.userId);
    expect(await placesOf(engine, "meant")).toEqual(["INBOX"]);
  });

  test("copies into another folder once, even after a kill in between", async () => {
    await fill(["copied"]);
    const { state, prepare } = killedAt("pending.settle", 1);
    await using engine = await startMailEngine({ prepare });
    await watch(engine);
    const target = await engine.database.reader
      .selectFrom("folders")
      .select("id")
      .where("path", "=", "Archive")
      .executeTakeFirstOrThrow();
    await change(engine, ["copied"], { copyTo: target.id });
    await engine.until(async () => state.left === 0);
    await settled(engine);
    expect(await subjectsOf("Archive")).toEqual(["copied"]);
    await engine.restart();
    await engine.supervisor.syncNow(engine.userId);
    expect(await placesOf(engine, "copied")).toEqual(["Archive", "INBOX"]);
  });
});

describe("a server with only an inbox", () => {
  beforeAll(async () => {
    server = await startDovecot({ users, isBare: true });
  });
  afterAll(() => server.stop());

  test("gets the folder that a first move needs, and a sync before it hides nothing", async () => {
    await fill(["first"]);
    const { state, prepare } = killedAt("folder.made", 1);
    await using engine = await startMailEngine({ prepare });
    await watch(engine);
    await change(engine, ["first"], archive);
    await engine.supervisor.syncNow(engine.userId);
    expect(await placesOf(engine, "first")).toHaveLength(1);
    await engine.until(async () => state.left === 0);
    await settled(engine);
    expect(await subjectsOf("Archive")).toEqual(["first"]);
    await engine.supervisor.syncNow(engine.userId);
    expect(await placesOf(engine, "first")).toEqual(["Archive"]);
  });
});

describe("in an unexpected order", () => {
  beforeAll(async () => {
    server = await startDovecot({ users });
  });
  afterAll(() => server.stop());

  test("a message moved back before the push needs no push", async () => {
    await fill(["back again"]);
    await using engine = await startMailEngine();
    await watch(engine);
    const messageIds = [await idOf(engine, "back again")];
    const owner = { userId: engine.userId, messageIds };
    // Both changes are queued before the job starts.
    await Promise.all([
      engine.execute("messages.change", { ...owner, change: archive }),
      engine.execute("messages.change", { ...owner, change: { target: { role: "inbox" } } }),
    ]);
    await settled(engine);
    expect(await subjectsOf("INBOX")).toEqual(["back again"]);
    expect(await placesOf(engine, "back again")).toEqual(["INBOX"]);
  });

  test("a message without Message-ID is moved, recognized by folder, size and date", async () => {
    await withOtherClient(login(), (client) => client.append("INBOX", mail("nameless", "")));
    await using engine = await startMailEngine();
    await watch(engine);
    await change(engine, ["nameless"], archive);
    await settled(engine);
    expect(await subjectsOf("Archive")).toEqual(["nameless"]);
    expect(await placesOf(engine, "nameless")).toEqual(["Archive"]);
  });

  test("a move and a deletion wait for their messages when the folder is renumbered", async () => {
    await fill(["kept", "moved", "deleted"]);
    await using engine = await startMailEngine();
    await watch(engine);
    await engine.supervisor[Symbol.asyncDispose]();
    await change(engine, ["moved"], archive);
    await change(engine, ["deleted"], { deleteAt: Date.now() });
    // The same messages under other UIDs: the newest comes first now.
    await withOtherClient(login(), async (client) => {
      await client.mailboxOpen("INBOX");
      await client.messageDelete("1:*");
    });
    await fill(["deleted", "kept", "moved"]);
    await rm(path.join(server.maildir(user), "dovecot-uidlist"), { force: true });
    await rm(path.join(server.maildir(user), "dovecot.index.log"), { force: true });
    await rm(path.join(server.maildir(user), "dovecot.index.cache"), { force: true });
    await engine.restart();
    await engine.until(async () => (await placesOf(engine, "kept")).join() === "INBOX");
    const inbox = await subjectsOf("INBOX");
    expect(inbox).toContain("kept");
  });

  test("a label of any name is a keyword there, and is shown by its name", async () => {
    await fill(["labelled"]);
    await using engine = await startMailEngine();
    await watch(engine);
    await change(engine, ["labelled"], { labels: { add: ["Zu erledigen", "Work"], remove: [] } });
    await settled(engine);
    const flags = await withOtherClient(login(), async (client) => {
      await client.mailboxOpen("INBOX");
      const found = await client.fetchOne("*", { flags: true });
      return found ? [...(found.flags ?? [])].filter((flag) => flag !== "\\Recent") : [];
    });
    expect(flags.toSorted()).toEqual(["Work", "Zu&ACA-erledigen"]);
  });
});
