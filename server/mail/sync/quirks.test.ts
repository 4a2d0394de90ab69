import { UndoId } from "@inlet/contract/ids.ts";
import { expect, test, vi } from "vitest";
import { randomId } from "#/base/random-id.ts";
import type { AccountRow } from "#/store/engine/schema.ts";
import { shortMail } from "#/testing/fakes/imap/fake-account.ts";
import { type FakeImap, startFakeImap } from "#/testing/fakes/imap/fake-imap.ts";
import type { FakeMailbox } from "#/testing/fakes/imap/mailbox.ts";
import type { Profile } from "#/testing/fakes/imap/profile.ts";
import { profiles } from "#/testing/fakes/imap/profiles.ts";
import { startMailEngine, type TestEngine } from "#/testing/apps/mail-engine.ts";

// The numbers refer to the rows of docs/imap-quirks.md.
vi.setConfig({ testTimeout: 30_000 });

const user = "person@example.org";

interface Watched extends AsyncDisposable {
  server: FakeImap;
  mailbox: FakeMailbox;
  engine: TestEngine;
  account: AccountRow;
  /** Returns the subjects in the inbox, in order. */
  inbox: () => Promise<string[]>;
  state: () => Promise<{ state: string; error_code: string }>;
}

/** Starts an account on such a server. `prepare` runs before the engine connects. */
async function watched(
  profile: Profile,
  prepare: (server: FakeImap, mailbox: FakeMailbox) => void,
  wireTimeoutMs = 2000,
): Promise<Watched> {
  await using starting = new AsyncDisposableStack();
  const server = starting.use(await startFakeImap(profile));
  const mailbox = server.addMailbox(user);
  prepare(server, mailbox);
  const engine = starting.use(await startMailEngine({ timing: { wireTimeoutMs } }));
  const account = await engine.addAccount({ mail: user, pass: "secret", imapPort: server.port });
  const resources = starting.move();
  const { reader } = engine.database;
  return {
    server,
    mailbox,
    engine,
    account,
    inbox: async () => {
      const rows = await reader
        .selectFrom("message_locations")
        .innerJoin("messages", "messages.id", "message_locations.message_id")
        .select("messages.subject")
        .where("message_locations.user_id", "=", engine.userId)
        .where("message_locations.role", "=", "inbox")
        .orderBy("messages.subject")
        .execute();
      return rows.map(({ subject }) => subject);
    },
    state: async () =>
      reader
        .selectFrom("accounts")
        .select(["state", "error_code"])
        .where("id", "=", account.id)
        .executeTakeFirstOrThrow(),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

function fill(mailbox: FakeMailbox, count: number, folder = "INBOX"): void {
  for (let n = 1; n <= count; n++) {
    mailbox.append(mailbox.folder(folder), shortMail(`m${n}`));
  }
}

const largeMail = (subject: string) =>
  Buffer.concat([shortMail(subject), Buffer.from(`${"x".repeat(70)}\r\n`.repeat(6000))]);

test("6: texts are never searched on the server", async () => {
  await using account = await watched(profiles.qq, (_, mailbox) => fill(mailbox, 3));
  await expect.poll(account.inbox, { timeout: 20_000 }).toEqual(["m1", "m2", "m3"]);
  expect(account.server.commands.filter((command) => / (TEXT|BODY) /.test(command))).toEqual([]);
});

test("8: a folder whose counts the server does not report is read anyway", async () => {
  await using account = await watched(profiles.qq, (server, own) => {
    server.answer(/^STATUS/, '* STATUS "x" ()\r\nTAG OK done\r\n');
    fill(own, 2, "Sent Messages");
  });
  const sent = () =>
    account.engine.database.reader
      .selectFrom("message_locations")
      .select("uid")
      .where("role", "=", "sent")
      .execute();
  await expect.poll(async () => (await sent()).length, { timeout: 20_000 }).toBe(2);
});

test("9, 26, 51, 53: a large message with a broken BODYSTRUCTURE is fetched as a whole", async () => {
  for (const broken of ["NIL", '("TEXT" "PLAIN" ("NAME" "a "b" c") NIL NIL "7BIT" 9 1)']) {
    await using account = await watched(profiles.exchange, (server, mailbox) => {
      mailbox.append(mailbox.folder("INBOX"), largeMail("large"));
      server.rewrite = (text) =>
        text.replace(/BODYSTRUCTURE \(.*?\) BODY/s, `BODYSTRUCTURE ${broken} BODY`);
    });
    await expect.poll(account.inbox, { timeout: 20_000 }).toEqual(["large"]);
  }
});

test("11, 12: a server that requests a backoff is not contacted during it", async () => {
  await using account = await watched(profiles.exchange, (server) => {
    const words = "Request is throttled. Suggested Backoff Time: 92415 milliseconds";
    server.answer(/^EXAMINE/, `TAG BAD ${words}\r\n`);
  });
  await expect.poll(account.state, { timeout: 15_000 }).toMatchObject({ state: "waiting" });
  const asked = account.server.opened;
  await account.engine.supervisor.syncNow(account.engine.userId);
  await account.engine.supervisor.syncNow(account.engine.userId);
  expect(account.server.opened - asked).toBeLessThanOrEqual(1);
});

test("16: new mail announced before IDLE has begun is seen", async () => {
  let hasCome = false;
  await using account = await watched(profiles.exchange, (server, mailbox) => {
    fill(mailbox, 1);
    server.answer(/^IDLE/, () => {
      if (!hasCome) mailbox.append(mailbox.folder("INBOX"), shortMail("m2"));
      hasCome = true;
      return undefined;
    });
  });
  await expect.poll(account.inbox, { timeout: 20_000 }).toEqual(["m1", "m2"]);
});

test("17: without IDLE and CONDSTORE, flags and messages are found by comparison", async () => {
  await using account = await watched(profiles.domino, (_, mailbox) => fill(mailbox, 3));
  const { engine, mailbox } = account;
  await expect.poll(account.inbox, { timeout: 20_000 }).toHaveLength(3);
  const inbox = mailbox.folder("INBOX");
  const [first] = inbox.messages;
  if (first) mailbox.setFlags(inbox, first, ["\\Flagged"]);
  await engine.supervisor.syncNow(engine.userId);
  const starred = engine.database.reader
    .selectFrom("messages")
    .select("subject")
    .where("is_starred", "=", 1);
  expect(await starred.execute()).toEqual([{ subject: "m1" }]);
});

test("20, 41: an account never has more than three connections", async () => {
  let most = 0;
  await using account = await watched(profiles.gmail, (server, mailbox) => {
    fill(mailbox, 150);
    server.answer(/./, () => {
      most = Math.max(most, server.sockets.size);
      return undefined;
    });
  });
  await expect.poll(account.inbox, { timeout: 15_000 }).toHaveLength(150);
  expect(most).toBeLessThanOrEqual(3);
});

test("21: when the day's bytes are used up, the account waits and reports it", async () => {
  await using account = await watched(profiles.gmail, (server, mailbox) => {
    fill(mailbox, 2);
    server.answer(/^UID FETCH/, "TAG NO [OVERQUOTA] Account exceeded limits. (Failure)\r\n");
  });
  await expect.poll(account.state, { timeout: 15_000 }).toMatchObject({ state: "waiting" });
});

test("22: Gmail works with All Mail hidden from IMAP", async () => {
  const folders = profiles.gmail.folders.filter(({ use }) => use !== "\\All");
  await using account = await watched({ ...profiles.gmail, folders }, (_, own) => fill(own, 2));
  await expect.poll(account.inbox, { timeout: 20_000 }).toEqual(["m1", "m2"]);
});

test("23: a message with several labels is one message", async () => {
  await using account = await watched(profiles.gmail, (_, mailbox) => {
    fill(mailbox, 1);
    const [message] = mailbox.folder("INBOX").messages;
    if (message) mailbox.copy(message, mailbox.folder("Projekte"));
  });
  const count = async (table: "messages" | "message_locations") =>
    (await account.engine.database.reader.selectFrom(table).selectAll().execute()).length;
  await expect.poll(() => count("message_locations"), { timeout: 20_000 }).toBe(3);
  expect(await count("messages")).toBe(1);
});

test("30: a server that shows only the newest messages has those synced", async () => {
  const profile = { ...profiles.yahoo, quirks: { ...profiles.yahoo.quirks, showsNewest: 3 } };
  await using account = await watched(profile, (_, mailbox) => fill(mailbox, 9));
  await expect.poll(account.inbox, { timeout: 20_000 }).toEqual(["m7", "m8", "m9"]);
});

test("31: a message that Yahoo withholds is recorded, and the rest are read", async () => {
  await using account = await watched(profiles.yahoo, (server, mailbox) => {
    fill(mailbox, 4);
    const refused = mailbox.folder("INBOX").messages[1];
    if (refused) server.unavailable.add(refused);
  });
  await expect
    .poll(account.inbox, { timeout: 20_000 })
    .toEqual(expect.arrayContaining(["m1", "m3", "m4"]));
});

test("42: a connection closed by the server is opened again, and mail keeps arriving", async () => {
  await using account = await watched(profiles.plain, (_, mailbox) => fill(mailbox, 1));
  await expect.poll(account.inbox, { timeout: 20_000 }).toEqual(["m1"]);
  await expect.poll(() => account.server.commands.includes("IDLE"), { timeout: 15_000 }).toBe(true);
  account.server.hangUp();
  account.mailbox.append(account.mailbox.folder("INBOX"), shortMail("m2"));
  await expect.poll(account.inbox, { timeout: 20_000 }).toEqual(["m1", "m2"]);
});

test("48: messages are complete even if RFC822.SIZE is wrong", async () => {
  const emails = ["short", "large"];
  await using account = await watched(profiles.hmail, (_, mailbox) => {
    mailbox.append(mailbox.folder("INBOX"), shortMail("short"));
    mailbox.append(mailbox.folder("INBOX"), largeMail("large"));
  });
  await expect.poll(account.inbox, { timeout: 20_000 }).toEqual(emails.toSorted());
});

test("49: a literal shorter than announced affects one message, not the folder", async () => {
  await using account = await watched(
    profiles.plain,
    (server, mailbox) => {
      fill(mailbox, 5);
      server.answer(/^UID FETCH .*BODY/, ({ rest }) => {
        const [first = "0", last = first] = (rest.split(" ")[0] ?? "").split(":");
        if (Number(first) > 3 || Number(last) < 3) return undefined;
        return "* 3 FETCH (UID 3 FLAGS () BODY[] {500}\r\nSubject: cut off\r\n\r\n";
      });
    },
    250,
  );
  const others = ["m1", "m2", "m4", "m5"];
  await expect.poll(account.inbox, { timeout: 20_000 }).toEqual(expect.arrayContaining(others));
});

test("57: a folder without a permanent UIDVALIDITY is synced", async () => {
  await using account = await watched(profiles.plain, (server, mailbox) => {
    fill(mailbox, 2);
    server.rewrite = (text) => text.replace(/UIDVALIDITY \d+/, "UIDVALIDITY 0");
  });
  await expect.poll(account.inbox, { timeout: 20_000 }).toEqual(["m1", "m2"]);
});

test("58: after renumbering, the same messages have their new UIDs", async () => {
  await using account = await watched(profiles.plain, (_, mailbox) => fill(mailbox, 5));
  await expect.poll(account.inbox, { timeout: 20_000 }).toHaveLength(5);
  const ids = async () =>
    (await account.engine.database.reader.selectFrom("messages").select("id").execute()).length;
  const inbox = account.mailbox.folder("INBOX");
  const [first] = inbox.messages;
  if (first) account.mailbox.expunge(inbox, first);
  account.mailbox.renumber(inbox);
  await expect.poll(account.inbox, { timeout: 20_000 }).toEqual(["m2", "m3", "m4", "m5"]);
  expect(await ids()).toBeLessThanOrEqual(5);
});

test("61: a message that arrives during a FETCH without an announcement is found", async () => {
  let hasCome = false;
  await using account = await watched(profiles.plain, (server, mailbox) => {
    fill(mailbox, 1);
    server.answer(/^UID FETCH .*BODY/, () => {
      if (!hasCome) mailbox.append(mailbox.folder("INBOX"), shortMail("m2"));
      hasCome = true;
      return undefined;
    });
    server.rewrite = (text) => text.replace(/^\* 2 EXISTS\r\n(?!.)/, "* OK nothing new\r\n");
  });
  await expect.poll(() => hasCome, { timeout: 15_000 }).toBe(true);
  account.server.rewrite = (text) => text;
  await expect.poll(account.inbox, { timeout: 20_000 }).toEqual(["m1", "m2"]);
});

test("65: a folder that empties a second time is found empty, though SELECT reports no UIDNEXT", async () => {
  await using account = await watched(profiles.courier, () => undefined);
  const { engine, mailbox } = account;
  const trash = mailbox.folder("INBOX.Trash");
  const here = async () => {
    const rows = await engine.database.reader
      .selectFrom("message_locations")
      .select("uid")
      .where("role", "=", "trash")
      .execute();
    return rows.map(({ uid }) => uid);
  };
  for (const uid of [1, 2]) {
    const message = mailbox.append(trash, shortMail(`m${uid}`));
    await expect.poll(here, { timeout: 20_000 }).toEqual([uid]);
    mailbox.expunge(trash, message);
    await expect.poll(here, { timeout: 20_000 }).toEqual([]);
  }
});

test("65: undo does not restore a message that the server expunged before its deletion here", async () => {
  await using account = await watched(profiles.courier, (_, mailbox) => {
    fill(mailbox, 2, "INBOX.Trash");
  });
  const { engine, mailbox, server } = account;
  const { userId, database } = engine;
  await expect
    .poll(() => engine.supervisor.settled(account.account.id), { timeout: 20_000 })
    .toBe(true);
  const { id } = await database.reader
    .selectFrom("messages")
    .select("id")
    .executeTakeFirstOrThrow();
  const undoId = UndoId.parse(randomId());
  const change = { deleteAt: Date.now() + 3600_000 };
  await engine.execute("messages.change", { userId, messageIds: [id], change, undoId });
  const trash = mailbox.folder("INBOX.Trash");
  const commandCount = (command: RegExp) =>
    server.commands.filter((each) => command.test(each)).length;
  const compared = commandCount(/^UID SEARCH/);
  const [first] = trash.messages;
  if (first) mailbox.expunge(trash, first);
  // The comparison finds that the message is gone, but the count agrees, because the message is leaving here, too.
  await expect
    .poll(() => commandCount(/^UID SEARCH/), { timeout: 20_000 })
    .toBeGreaterThan(compared);
  const rounds = commandCount(/^LIST/);
  await expect.poll(() => commandCount(/^LIST/), { timeout: 20_000 }).toBeGreaterThan(rounds + 1);
  await engine.execute("undo.run", { userId, undoId });
  const here = () => database.reader.selectFrom("message_locations").select("uid").execute();
  await expect.poll(here, { timeout: 20_000 }).toEqual([{ uid: 2 }]);
});
