import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { readVersion } from "#/store/messages/outdated-messages.ts";
import { findWords } from "#/store/search/predicates.ts";
import { usualEngines } from "#/testing/database/database.ts";
import { type FakeImap, startFakeImap } from "#/testing/fakes/imap/fake-imap.ts";
import { profiles } from "#/testing/fakes/imap/profiles.ts";
import { startMailEngine, type TestEngine } from "#/testing/apps/mail-engine.ts";
import type { Reread } from "#/store/messages/reparse-messages.ts";
import { getAccount } from "#/store/accounts/queries.ts";
import { WireError } from "#/wire/imap/wire-error.ts";
import { listAccounts } from "../accounts/accounts.ts";
import { rereadOlder } from "./reparse-outdated.ts";
import { Traffic } from "./connection/traffic-budget.ts";
import { FailureTracker } from "./connection/fetch-failures.ts";

const user = "person@example.org";

/** Returns a message with one file. */
function mailWith(subject: string, file: { name: string; type: string; text: string }): Buffer {
  return Buffer.from(
    [
      `Message-ID: <${subject}@example.org>`,
      "From: a@example.net",
      "Date: Sat, 21 Nov 2026 10:00:00 +0000",
      "List-Id: <talk.example.net>",
      `Subject: ${subject}`,
      "MIME-Version: 1.0",
      "Content-Type: multipart/mixed; boundary=x",
      "",
      "--x",
      "",
      `Text of ${subject}.`,
      "--x",
      `Content-Type: ${file.type}; name="${file.name}"`,
      "Content-Disposition: attachment",
      "",
      file.text,
      "--x--",
      "",
    ].join("\r\n"),
  );
}

const minutes = mailWith("minutes", { name: "a.txt", type: "text/plain", text: "pomegranate" });
const photo = mailWith("photo", { name: "b.png", type: "image/png", text: "pixels" });
const letter = Buffer.from(
  [
    "Message-ID: <letter@example.org>",
    "In-Reply-To: anna's message of Monday <first@example.org>",
    "From: a@example.net",
    "Date: Sat, 21 Nov 2026 10:00:00 +0000",
    "Subject: letter",
    "",
    "Text of letter.",
    "",
  ].join("\r\n"),
);

async function anAccount(server: FakeImap, engine: TestEngine) {
  const { id } = await engine.addAccount({ mail: user, pass: "secret", imapPort: server.port });
  await expect.poll(() => engine.supervisor.settled(id), { timeout: 20_000 }).toBe(true);
  return id;
}

/** Resets all messages to the form of an earlier version. */
async function asBefore({ database }: TestEngine) {
  await database.kysely.transaction().execute(async (db) => {
    await db.updateTable("bodies").set({ attached: "" }).execute();
    if (database.engine === "sqlite") await sql`delete from message_words`.execute(db);
    else await sql`truncate message_words`.execute(db);
    await db
      .updateTable("messages")
      .set({ read_version: 0, signs_json: "{}", in_reply_to: "anna's", references_json: "[]" })
      .execute();
  });
}

async function countOlder({ database }: TestEngine): Promise<number> {
  const rows = await database.reader
    .selectFrom("messages")
    .select("id")
    .where("read_version", "<", readVersion)
    .execute();
  return rows.length;
}

const allRead = (engine: TestEngine) => engine.until(async () => (await countOlder(engine)) === 0);

/** Returns the FETCH commands, such as "1 source" for the whole message 1. */
function fetches({ commands }: FakeImap): string[] {
  return commands.flatMap((command) => {
    const [, uids, what] = /^UID FETCH (\S+) .*BODY\.PEEK\[(|HEADER)\]/.exec(command) ?? [];
    return uids === undefined ? [] : `${uids} ${what || "source"}`;
  });
}

describe.each(usualEngines)("mail stored by an earlier version, on %s", (on) => {
  test("is found by the text of its files, and is otherwise unchanged", async () => {
    await using server = await startFakeImap(profiles.plain);
    const mailbox = server.addMailbox(user);
    for (const raw of [letter, minutes, photo]) mailbox.append(mailbox.folder("INBOX"), raw);
    await using engine = await startMailEngine({ on });
    const accountId = await anAccount(server, engine);
    const { kysely, reader } = engine.database;
    const find = async (word: string) => {
      const terms = [{ column: "any" as const, words: [word], isPrefix: false }];
      const keys = await findWords(reader, on, {
        userId: engine.userId,
        query: { terms },
        limit: 9,
      });
      return made.flatMap((row) => (keys.includes(row.date_key) ? row.subject : []));
    };
    const made = await reader.selectFrom("messages").selectAll().orderBy("subject").execute();
    await kysely
      .updateTable("messages")
      .set({ category: "Finance", category_chosen: 1, summary: "Mine", summary_version: 1 })
      .execute();
    await engine.execute("messages.change", {
      userId: engine.userId,
      messageIds: made.map(({ id }) => id),
      change: { starred: true },
    });
    const kept = () =>
      Promise.all([
        reader
          .selectFrom("messages")
          .select(["id", "thread_id", "date_key", "flags_json", "is_seen", "is_starred"])
          .select(["category", "category_chosen", "summary", "is_muted", "snoozed_until"])
          .orderBy("id")
          .execute(),
        reader.selectFrom("message_locations").selectAll().orderBy("uid").execute(),
        reader.selectFrom("attachments").selectAll().orderBy("id").execute(),
        reader
          .selectFrom("jobs")
          .select(["kind", "subject_id"])
          .where("kind", "<>", "tell-server")
          .execute(),
        reader
          .selectFrom("changes")
          .selectAll()
          .where("kind", "in", ["message.arrived", "message.changed"])
          .execute(),
        reader.selectFrom("deliveries").selectAll().execute(),
      ]);
    await expect.poll(() => engine.supervisor.settled(accountId), { timeout: 20_000 }).toBe(true);
    const before = await kept();
    server.commands.length = 0;

    await asBefore(engine);
    engine.supervisor.lookAround(accountId);
    await allRead(engine);

    expect(await find("pomegranate")).toEqual(["minutes"]);
    expect(await find("minutes")).toEqual(["minutes"]);
    const now = await reader.selectFrom("messages").selectAll().orderBy("subject").execute();
    for (const [at, row] of now.entries()) {
      const { signs_json, in_reply_to, references_json } = row;
      expect(made[at]).toMatchObject({ signs_json, in_reply_to, references_json });
    }
    // Found by its list once its marks are restored.
    expect(now.map((row) => [row.subject, row.marks_version])).toEqual([
      ["letter", 1],
      ["minutes", 0],
      ["photo", 0],
    ]);
    expect(await kept()).toEqual(before);
    // Only a message with a file that contains text is fetched as a whole.
    expect(fetches(server)).toEqual(["2 source", "1,3 HEADER"]);
  });
});

test("is fetched newest first, in turns, and continues after a restart", async () => {
  await using server = await startFakeImap(profiles.plain);
  const mailbox = server.addMailbox(user);
  for (let at = 0; at < 120; at++) {
    const options = { internalDate: Date.UTC(2026, 10, 1, 0, at) };
    mailbox.append(mailbox.folder("INBOX"), letter, options);
  }
  const progress: unknown[] = [];
  const first = Promise.withResolvers<void>();
  await using engine = await startMailEngine({
    prepare: (mail) => ({
      execute: async (name, input) => {
        const output = await mail.execute(name, input);
        if (name !== "messages.reread") return output;
        progress.push((await listAccounts(mail, engine.userId))[0]?.olderMail);
        first.resolve();
        return output;
      },
    }),
  });
  const id = await anAccount(server, engine);
  server.commands.length = 0;
  await asBefore(engine);
  engine.supervisor.lookAround(id);
  await first.promise;
  await engine.restart();
  await allRead(engine);
  const counted = fetches(server).map((fetched) => fetched.split(" ")[0]);
  expect(counted).toEqual(["71:120", "21:70", "1:20"]);
  const shown = [{ read: 50, all: 120 }, { read: 100, all: 120 }, undefined];
  await expect.poll(() => progress).toEqual(shown);
});

test("is given up if the server does not deliver it", async () => {
  await using server = await startFakeImap(profiles.plain);
  const mailbox = server.addMailbox(user);
  const inbox = mailbox.folder("INBOX");
  const endless = Buffer.from(`${"X-Pad: pad\r\n".repeat(6000)}${letter.toString()}`);
  for (const raw of [minutes, photo, letter, endless]) mailbox.append(inbox, raw);
  const read: Reread[] = [];
  await using engine = await startMailEngine({
    prepare: (mail) => ({
      execute: async (name, input) => {
        if (name === "messages.reread") read.push(...(input as { messages: Reread[] }).messages);
        return mail.execute(name, input);
      },
    }),
  });
  const id = await anAccount(server, engine);
  // The first message is refused, the second ends the connection, and the last has a header that is too long.
  server.answer(/^UID FETCH 1 .*BODY\.PEEK\[\]/, "TAG NO [SERVERBUG] not now\r\n");
  server.answer(/^UID FETCH 2\S* .*BODY\.PEEK\[HEADER\]/, (_command, session) => {
    session.end();
    return "";
  });
  await asBefore(engine);
  engine.supervisor.lookAround(id);
  await allRead(engine);
  expect(read.map(({ messageId }) => messageId)).toEqual(["letter@example.org"]);
});

test("waits for the next day when most of the provider's daily bytes are used", async () => {
  await using server = await startFakeImap(profiles.plain);
  const mailbox = server.addMailbox(user);
  mailbox.append(mailbox.folder("INBOX"), letter);
  await using engine = await startMailEngine();
  const id = await anAccount(server, engine);
  await engine.supervisor.leave(id);
  await asBefore(engine);
  const { userId, database } = engine;
  const account = await getAccount(database.reader, userId, id);
  if (account === undefined) throw new Error("The account is gone.");
  const clock = { at: Date.UTC(2026, 10, 21, 12), now: () => clock.at };
  const sync = { ...engine.mail, clock };
  const traffic = new Traffic(sync, { userId, accountId: id });
  await traffic.load("imap.gmail.com");
  await traffic.count(2_100_000_000);
  let asked = 0;
  const borrow = () => {
    asked++;
    return Promise.reject(new WireError("protocol"));
  };
  const { signal } = new AbortController();
  const pass = { borrow, traffic, failures: new FailureTracker(), signal };
  await rereadOlder(sync, account, pass);
  expect(asked).toBe(0);
  clock.at += 24 * 3600_000;
  // The messages of a folder that cannot be opened are fetched later.
  await rereadOlder(sync, account, pass);
  expect(asked).toBe(1);
  expect(await countOlder(engine)).toBe(1);
});
