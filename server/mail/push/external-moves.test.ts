import { UndoId } from "@inlet/contract/ids.ts";
import { describe, expect, test, vi } from "vitest";
import type { Execute } from "#/store/commands/command-bus.ts";
import { randomId } from "#/base/random-id.ts";
import { shortMail } from "#/testing/fakes/imap/fake-account.ts";
import { startFakeImap } from "#/testing/fakes/imap/fake-imap.ts";
import type { FakeMessage } from "#/testing/fakes/imap/folder.ts";
import type { FakeMailbox } from "#/testing/fakes/imap/mailbox.ts";
import { profiles } from "#/testing/fakes/imap/profiles.ts";
import { startMailEngine } from "#/testing/apps/mail-engine.ts";

vi.setConfig({ testTimeout: 60_000 });

const user = "person@example.org";

describe.each([profiles.plain, profiles.noCondstore])("at $name", (profile) => {
  /** Stars a message here; just before the push another client acts on it. */
  async function starWhile(act: (lab: { mailbox: FakeMailbox; message: FakeMessage }) => void) {
    await using stack = new AsyncDisposableStack();
    const server = stack.use(await startFakeImap(profile));
    const mailbox = server.addMailbox(user);
    const message = mailbox.append(mailbox.folder("INBOX"), shortMail("one"));
    const engine = stack.use(await startMailEngine());
    const { userId, database } = engine;
    const { id } = await engine.addAccount({ mail: user, pass: "secret", imapPort: server.port });
    const settles = () =>
      expect.poll(() => engine.supervisor.settled(id), { timeout: 45_000 }).toBe(true);
    await settles();
    const stores: string[] = [];
    server.answer(/^UID STORE/, ({ rest }, session) => {
      server.forgetAnswers();
      stores.push(rest);
      act({ mailbox, message });
      session.report({ mayExpunge: true });
      // The response to a UID that does not exist.
      return "TAG OK stored\r\n";
    });
    const row = await database.reader.selectFrom("messages").select("id").executeTakeFirstOrThrow();
    await engine.execute("messages.change", {
      userId,
      messageIds: [row.id],
      change: { starred: true },
    });
    await engine.until(async () => {
      const pending = await database.reader.selectFrom("pending_operations").select("id").execute();
      return stores.length > 0 && pending.length === 0;
    });
    await settles();
    const places = await database.reader
      .selectFrom("message_locations")
      .select(["role", "is_starred"])
      .execute();
    return { mailbox, places };
  }

  test("a star follows the message that another client moves at the same time", async () => {
    const { mailbox, places } = await starWhile(({ mailbox: there, message }) => {
      there.move(there.folder("INBOX"), message, there.folder("Archive"));
    });
    const [moved] = mailbox.folder("Archive").messages;
    expect([...(moved?.flags ?? [])]).toContain("\\Flagged");
    expect(places).toEqual([{ role: "archive", is_starred: 1 }]);
  });

  test("a star is discarded when every folder was compared and none has the message", async () => {
    const { places } = await starWhile(({ mailbox: there, message }) => {
      there.expunge(there.folder("INBOX"), message);
    });
    expect(places).toEqual([]);
  });
});

test("gives up on finding a message in a folder that the user excluded", async () => {
  await using server = await startFakeImap(profiles.plain);
  const mailbox = server.addMailbox(user);
  mailbox.append(mailbox.folder("Junk"), shortMail("one"));
  await using engine = await startMailEngine({
    prepare: ({ execute }: { execute: Execute }): { execute: Execute } => ({
      execute: (name, input) =>
        name === "pending.take" ? Promise.reject(new Error("held")) : execute(name, input),
    }),
  });
  const { userId, execute, database } = engine;
  const { id } = await engine.addAccount({ mail: user, pass: "secret", imapPort: server.port });
  await expect.poll(() => engine.supervisor.settled(id), { timeout: 45_000 }).toBe(true);
  const place = await database.reader
    .selectFrom("message_locations")
    .select(["message_id", "folder_id"])
    .executeTakeFirstOrThrow();
  const { message_id: messageId, folder_id: folderId } = place;
  const change = { target: { role: "archive" as const } };
  await execute("messages.change", { userId, messageIds: [messageId], change });
  await execute("folder.exclude", { userId, folderId, isExcluded: true });
  // Recorded just before.
  await execute("folder.newEpoch", { folderId, uidValidity: 99 });
  const places = () => database.reader.selectFrom("message_locations").select("uid").execute();
  expect(await places()).toHaveLength(1);
  await engine.supervisor.syncNow(userId, id);
  await expect.poll(places).toEqual([]);
});

test("a message moved back out of a folder returns, even if another client renames the folder", async () => {
  await using server = await startFakeImap(profiles.plain);
  const mailbox = server.addMailbox(user);
  mailbox.append(mailbox.folder("INBOX"), shortMail("one"));
  const folder = mailbox.create("Projects");
  await using engine = await startMailEngine({ timing: { pollMs: 3600_000 } });
  const { userId, database, execute } = engine;
  const { id } = await engine.addAccount({ mail: user, pass: "secret", imapPort: server.port });
  const settles = () =>
    expect.poll(() => engine.supervisor.settled(id), { timeout: 45_000 }).toBe(true);
  await settles();
  const row = await database.reader.selectFrom("messages").select("id").executeTakeFirstOrThrow();
  const { id: folderId } = await database.reader
    .selectFrom("folders")
    .select("id")
    .where("path", "=", "Projects")
    .executeTakeFirstOrThrow();
  const undoId = UndoId.parse(randomId());
  const change = { target: { folderId } };
  await execute("messages.change", { userId, messageIds: [row.id], change, undoId });
  await expect.poll(() => folder?.messages.length).toBe(1);
  await settles();
  if (folder !== undefined) mailbox.rename(folder, "Plans");
  await execute("undo.run", { userId, undoId });
  // Sooner than the retry of an unreachable server.
  await expect.poll(() => mailbox.folder("INBOX").messages.length, { timeout: 20_000 }).toBe(1);
  expect(folder?.messages).toEqual([]);
});
