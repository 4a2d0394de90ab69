import { afterEach, describe, expect, test, vi } from "vitest";
import { shortMail } from "#/testing/fakes/imap/fake-account.ts";
import { startFakeImap } from "#/testing/fakes/imap/fake-imap.ts";
import { profiles } from "#/testing/fakes/imap/profiles.ts";
import { startMailEngine } from "#/testing/apps/mail-engine.ts";
import { pushChanges } from "./push-changes.ts";
import type { MessageChange } from "#/store/messages/message-change.ts";

vi.setConfig({ testTimeout: 30_000 });

const user = "person@example.org";
const open: AsyncDisposable[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one[Symbol.asyncDispose]();
});

async function lab(inInbox: readonly string[], inSpam: readonly string[] = []) {
  const server = await startFakeImap(profiles.plain);
  const mailbox = server.addMailbox(user);
  for (const one of inInbox) mailbox.append(mailbox.folder("INBOX"), shortMail(one));
  for (const one of inSpam) mailbox.append(mailbox.folder("Junk"), shortMail(one));
  const engine = await startMailEngine();
  open.push(engine, server);
  const { id } = await engine.addAccount({ mail: user, pass: "secret", imapPort: server.port });
  await expect.poll(() => engine.supervisor.settled(id), { timeout: 20_000 }).toBe(true);
  const { reader } = engine.database;
  const idOf = async (subject: string) =>
    (
      await reader
        .selectFrom("messages")
        .select("id")
        .where("subject", "=", subject)
        .executeTakeFirstOrThrow()
    ).id;
  return {
    server,
    engine,
    reader,
    idOf,
    change: async (subject: string, change: MessageChange) =>
      engine.execute("messages.change", {
        userId: engine.userId,
        messageIds: [await idOf(subject)],
        change,
      }),
    placeOf: async (subject: string) =>
      (
        await reader
          .selectFrom("message_locations")
          .select("role")
          .where("message_id", "=", await idOf(subject))
          .execute()
      ).map(({ role }) => role),
  };
}

describe("a change that the server rejects", () => {
  test("goes back at once when it is forbidden, and notifies the user's pages", async () => {
    const { server, engine, reader, idOf, change, placeOf } = await lab(["one"]);
    server.answer(/^UID (MOVE|COPY)/, "TAG NO [NOPERM] Permission denied\r\n");
    await change("one", { target: { role: "archive" } });
    await engine.until(async () => (await placeOf("one")).join() === "inbox");
    const refusedRows = await reader
      .selectFrom("changes")
      .select("ids_json")
      .where("kind", "=", "message.refused")
      .execute();
    expect(refusedRows).toEqual([{ ids_json: JSON.stringify([await idOf("one")]) }]);
  });

  test("does not block other changes, in its folder or in another", async () => {
    const { server, engine, reader, change } = await lab(["stuck", "free"], ["first", "far"]);
    server.answer(/^UID (MOVE|COPY) 1 /, "TAG NO not now\r\n");
    // All changes are queued before the job starts.
    await Promise.all([
      change("stuck", { target: { role: "archive" } }),
      change("free", { starred: true }),
      change("far", { target: { role: "archive" } }),
    ]);
    // Long before the first change is retried.
    await engine.until(async () => {
      const pending = await reader.selectFrom("pending_operations").select("kind").execute();
      return pending.map(({ kind }) => kind).join() === "move";
    });
    const tries = server.commands.filter((line) => /^UID (MOVE|COPY) 1 /.test(line));
    expect(tries).toHaveLength(1);
  });

  test("leaves the flags as the server has them, though the server never sends them again", async () => {
    const { server, engine, reader, idOf, change } = await lab(["plain"]);
    server.answer(/^UID STORE/, "TAG NO not here\r\n");
    await change("plain", { starred: true });
    const { accountId } = await reader
      .selectFrom("accounts")
      .select("id as accountId")
      .executeTakeFirstOrThrow();
    const pending = () => reader.selectFrom("pending_operations").select("attempts").execute();
    await engine.until(async () => ((await pending())[0]?.attempts ?? 0) > 0);
    // As after minutes of retries.
    await expect
      .poll(async () => {
        const tried = { attempts: 20, run_at: 0 };
        await engine.database.kysely.updateTable("pending_operations").set(tried).execute();
        await pushChanges(engine.mail, { userId: engine.userId, accountId });
        return pending();
      })
      .toEqual([]);
    const row = await reader
      .selectFrom("message_locations")
      .select("is_starred")
      .where("message_id", "=", await idOf("plain"))
      .executeTakeFirst();
    expect(row).toEqual({ is_starred: 0 });
  });
});
