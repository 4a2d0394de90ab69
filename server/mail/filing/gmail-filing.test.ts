import { type FolderId, type MessageId, UndoId } from "@inlet/contract/ids.ts";
import { describe, expect, test, vi } from "vitest";
import { randomId } from "#/base/random-id.ts";
import { shortMail } from "#/testing/fakes/imap/fake-account.ts";
import { type FakeImap, startFakeImap } from "#/testing/fakes/imap/fake-imap.ts";
import type { FakeMailbox } from "#/testing/fakes/imap/mailbox.ts";
import { profiles } from "#/testing/fakes/imap/profiles.ts";
import { decodeFolderName } from "#/wire/imap/folders/folder-name.ts";
import { startMailEngine, type TestEngine } from "#/testing/apps/mail-engine.ts";
import type { MessageChange } from "#/store/messages/message-change.ts";

vi.setConfig({ testTimeout: 60_000 });

const user = "person@example.org";
const allMail = "[Gmail]/Alle Nachrichten";
const trash = "[Gmail]/Papierkorb";
const spam = "[Gmail]/Spam";

interface Lab extends AsyncDisposable {
  server: FakeImap;
  mailbox: FakeMailbox;
  engine: TestEngine;
  messageId: MessageId;
  /** Resolves when everything is pushed and synced. */
  settles: () => Promise<void>;
  folderId: (path: string) => Promise<FolderId>;
  change: (change: MessageChange, more?: { threads?: boolean }) => Promise<UndoId>;
  undo: (undoId: UndoId) => Promise<void>;
  pushed: () => Promise<void>;
}

/** Creates a Gmail mailbox with one message in the inbox, labeled Projekte, and one archived message. */
async function lab({
  on = "sqlite",
  hidesAllMail = false,
}: { on?: "sqlite" | "postgres"; hidesAllMail?: boolean } = {}): Promise<Lab> {
  const { gmail: profile } = profiles;
  const folders = profile.folders.filter(({ use }) => !hidesAllMail || use !== "\\All");
  const server = await startFakeImap({ ...profile, folders });
  const mailbox = server.addMailbox(user);
  const message = mailbox.append(mailbox.folder("INBOX"), shortMail("one"));
  mailbox.copy(message, mailbox.folder("Projekte"));
  const engine = await startMailEngine({ on, retryMs: 200 });
  const { userId, database } = engine;
  const { id } = await engine.addAccount({ mail: user, pass: "secret", imapPort: server.port });
  const settles = () =>
    expect.poll(() => engine.supervisor.settled(id), { timeout: 20_000 }).toBe(true);
  await settles();
  const row = await database.reader
    .selectFrom("messages")
    .select("id")
    .where("subject", "=", "one")
    .executeTakeFirstOrThrow();
  return {
    server,
    mailbox,
    engine,
    messageId: row.id,
    settles,
    async folderId(path) {
      const folder = await database.reader
        .selectFrom("folders")
        .select("id")
        .where("path", "=", path)
        .executeTakeFirstOrThrow();
      return folder.id;
    },
    async change(change, more = {}) {
      const undoId = UndoId.parse(randomId());
      const named = { userId, messageIds: [row.id], change, undoId, ...more };
      await engine.execute("messages.change", named);
      return undoId;
    },
    async undo(undoId) {
      await engine.execute("undo.run", { userId, undoId });
    },
    pushed: () =>
      engine.until(async () => {
        const pending = await database.reader
          .selectFrom("pending_operations")
          .select("id")
          .where("kind", "not in", ["local", "left"])
          .execute();
        return pending.length === 0;
      }),
    async [Symbol.asyncDispose]() {
      await engine[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

/** Returns the server's folders that contain the message, each as often as it does. */
function there({ mailbox }: Lab, subject = "one"): string[] {
  return mailbox.folders
    .flatMap(({ name, messages }) =>
      messages
        .filter(({ content }) => content.raw.includes(`Subject: ${subject}\r`))
        .map(() => decodeFolderName(name)),
    )
    .toSorted();
}

/** Returns the folders in the store that contain the message. */
async function here({ engine }: Lab, subject = "one"): Promise<string[]> {
  const rows = await engine.database.reader
    .selectFrom("message_locations as l")
    .innerJoin("messages as m", "m.id", "l.message_id")
    .innerJoin("folders as f", "f.id", "l.folder_id")
    .select("f.path")
    .where("m.subject", "=", subject)
    .execute();
  return rows.map(({ path }) => path).toSorted();
}

/** Returns the roles under which the unified lists show it. */
async function shownIn({ engine }: Lab, subject = "one"): Promise<string[]> {
  const rows = await engine.database.reader
    .selectFrom("message_locations as l")
    .innerJoin("messages as m", "m.id", "l.message_id")
    .select("l.role")
    .where("m.subject", "=", subject)
    .where("l.is_twin", "=", 0)
    .execute();
  return rows.map(({ role }) => role).toSorted();
}

async function labelsOf({ engine, messageId }: Lab): Promise<string[]> {
  const row = await engine.database.reader
    .selectFrom("messages")
    .select("flags_json")
    .where("id", "=", messageId)
    .executeTakeFirstOrThrow();
  // Safe: only the store writes this column.
  return (JSON.parse(row.flags_json) as string[]).filter((flag) => flag.startsWith("label:"));
}

const before = ["INBOX", "Projekte", allMail].toSorted();
type Act = (lab: Lab) => Promise<MessageChange> | MessageChange;
const acts: Record<string, { change: Act; after: string[]; shown: string[] }> = {
  "into the trash": {
    change: () => ({ target: { role: "trash" } }),
    after: [trash],
    shown: ["trash"],
  },
  "into spam": { change: () => ({ target: { role: "spam" } }), after: [spam], shown: ["spam"] },
  "into the archive": {
    change: () => ({ target: { role: "archive" } }),
    after: ["Projekte", allMail],
    shown: ["other"],
  },
  "into another folder": {
    change: async ({ folderId }) => ({ target: { folderId: await folderId("Reisen/2026") } }),
    after: ["Projekte", "Reisen/2026", allMail],
    shown: ["other"],
  },
  "a copy into another folder": {
    change: async ({ folderId }) => ({ copyTo: await folderId("Reisen/2026") }),
    after: ["INBOX", "Projekte", "Reisen/2026", allMail],
    shown: ["inbox", "other"],
  },
  "a new label given": {
    change: () => ({ labels: { add: ["Über & Aus"], remove: [] } }),
    after: ["Über & Aus", "INBOX", "Projekte", allMail],
    shown: ["inbox", "other"],
  },
  "its label taken": {
    change: () => ({ labels: { add: [], remove: ["projekte"] } }),
    after: ["INBOX", allMail],
    shown: ["inbox"],
  },
};

describe.each(Object.entries(acts))("%s", (_name, { change, after, shown }) => {
  test("is applied at Gmail, and shown as Gmail shows it", async () => {
    await using own = await lab();
    await own.change(await change(own));
    await own.pushed();
    expect(there(own)).toEqual(after.toSorted());
    await own.settles();
    expect(await here(own)).toEqual(after.toSorted());
    expect((await shownIn(own)).toSorted()).toEqual(shown.toSorted());
  });

  test.each(["before it was told", "while it is told", "once it was told", "once it was seen"])(
    "is undone %s",
    async (when) => {
      await using own = await lab();
      const ready = await change(own);
      if (when === "before it was told") {
        await own.undo(await own.change(ready));
      } else if (when === "while it is told") {
        const pushed = Promise.withResolvers<void>();
        own.server.answer(/^UID (MOVE|COPY|STORE)/, () => {
          pushed.resolve();
          return undefined;
        });
        const undoId = await own.change(ready);
        await pushed.promise;
        await own.undo(undoId);
      } else {
        const undoId = await own.change(ready);
        await own.pushed();
        if (when === "once it was seen") await own.settles();
        await own.undo(undoId);
      }
      await own.pushed();
      await own.settles();
      expect(there(own)).toEqual(before);
      expect(await here(own)).toEqual(before);
      expect(await labelsOf(own)).toEqual(["label:Projekte"]);
      expect((await shownIn(own)).toSorted()).toEqual(["inbox", "other"]);
    },
  );
});

test.each(["sqlite", "postgres"] as const)(
  "on %s a permanent deletion can be undone until it is pushed",
  async (on) => {
    await using own = await lab({ on });
    const undoId = await own.change({ deleteAt: Date.now() + 60_000 });
    expect(await here(own)).toEqual([]);
    await own.undo(undoId);
    await own.settles();
    expect(await here(own)).toEqual(before);
    expect(there(own)).toEqual(before);
    await own.change({ deleteAt: Date.now() });
    await own.pushed();
    await own.settles();
    expect(there(own)).toEqual([]);
    expect(await here(own)).toEqual([]);
  },
);

test("a whole conversation moves to Trash with all its labels, and its archived messages stay", async () => {
  await using own = await lab();
  const old = own.mailbox.append(own.mailbox.folder(allMail), shortMail("two"));
  const [first] = own.mailbox.folder("INBOX").messages;
  old.content.gmailThread = first?.content.gmailThread ?? "";
  await own.settles();
  const undoId = await own.change({ target: { role: "trash" } }, { threads: true });
  await own.pushed();
  await own.settles();
  expect(there(own)).toEqual([trash]);
  expect(there(own, "two")).toEqual([allMail]);
  await own.undo(undoId);
  await own.pushed();
  await own.settles();
  expect(there(own)).toEqual(before);
  expect(await here(own)).toEqual(before);
});

test("archiving a whole conversation removes it from the inbox only and keeps its labels", async () => {
  await using own = await lab();
  const old = own.mailbox.append(own.mailbox.folder("Projekte"), shortMail("two"));
  const [first] = own.mailbox.folder("INBOX").messages;
  old.content.gmailThread = first?.content.gmailThread ?? "";
  await own.settles();
  const undoId = await own.change({ target: { role: "archive" } }, { threads: true });
  await own.pushed();
  await own.settles();
  expect(there(own)).toEqual(["Projekte", allMail]);
  expect(there(own, "two")).toEqual(["Projekte", allMail]);
  await own.undo(undoId);
  await own.pushed();
  await own.settles();
  expect(there(own)).toEqual(before);
  expect(await here(own)).toEqual(before);
});

test("undoing a copy removes nothing else when All Mail is hidden", async () => {
  await using own = await lab({ hidesAllMail: true });
  const undoId = await own.change({ copyTo: await own.folderId("Reisen/2026") });
  await own.pushed();
  await own.settles();
  expect(there(own)).toEqual(["INBOX", "Projekte", "Reisen/2026"]);
  await own.undo(undoId);
  await own.pushed();
  await own.settles();
  expect(there(own)).toEqual(["INBOX", "Projekte"]);
  expect(await here(own)).toEqual(["INBOX", "Projekte"]);
});

test("a message archived and then taken out of its folder stays in the archive, and returns to the inbox", async () => {
  await using own = await lab();
  await own.change({ target: { role: "archive" } });
  await own.settles();
  await own.change({ labels: { add: [], remove: ["Projekte"] } });
  await own.pushed();
  await own.settles();
  expect(await shownIn(own)).toEqual(["archive"]);
  await own.change({ target: { role: "inbox" } });
  await own.pushed();
  await own.settles();
  expect(there(own)).toEqual(["INBOX", allMail]);
  expect(await here(own)).toEqual(["INBOX", allMail]);
});

test("a kill between Gmail's move and recording it neither duplicates nor loses the message", async () => {
  await using own = await lab();
  own.server.answer(/^UID MOVE/, (_command, session) => {
    own.server.forgetAnswers();
    // Gmail moves it, but the response does not arrive.
    queueMicrotask(() => session.hangUp());
    return undefined;
  });
  await own.change({ target: { role: "trash" } });
  await own.engine.restart();
  await own.pushed();
  await own.settles();
  expect(there(own)).toEqual([trash]);
  expect(await here(own)).toEqual([trash]);
});

test("removes a label that is a keyword at Gmail by removing the keyword", async () => {
  await using own = await lab();
  const [message] = own.mailbox.folder("INBOX").messages;
  if (message === undefined) throw new Error("There is no message.");
  own.mailbox.setFlags(own.mailbox.folder("INBOX"), message, ["Later"]);
  await own.settles();
  await own.change({ labels: { add: [], remove: ["later"] } });
  await own.pushed();
  expect([...message.flags]).toEqual([]);
  expect(there(own)).toEqual(before);
});
