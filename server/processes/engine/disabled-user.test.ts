import { MessageId, UserId } from "@inlet/contract/ids.ts";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { mailActions } from "#/processes/web-server/integration-actions.ts";
import { disabledUsers } from "#/store/administration/user-queries.ts";
import { accountsToWatch } from "#/store/accounts/queries.ts";
import { usualEngines } from "#/testing/database/database.ts";
import { startDovecot, type TestDovecot } from "#/testing/fakes/dovecot.ts";
import { startMailEngine, type TestEngine } from "#/testing/apps/mail-engine.ts";
import { withOtherClient } from "#/testing/faults/other-client.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const pass = "secret";
const users = ["sqlite@example.org", "postgres@example.org"].map((name) => ({ name, pass }));
let server: TestDovecot;
beforeAll(async () => {
  server = await startDovecot({ users });
});
afterAll(() => server.stop());

describe.each(usualEngines)("a disabled user, on %s", (on) => {
  const mail = `${on}@example.org`;

  async function put(name: string): Promise<void> {
    await withOtherClient({ port: server.imapPort, user: mail, pass }, async (client) => {
      await client.append(
        "INBOX",
        `Message-ID: <${name}@x.org>\r\nSubject: ${name}\r\n\r\nText\r\n`,
      );
    });
  }

  async function subjects({ database }: TestEngine): Promise<string[]> {
    const rows = await database.reader.selectFrom("messages").select("subject").execute();
    return rows.map(({ subject }) => subject).toSorted();
  }

  /** Adds an administrator, which allows the engine's user to be disabled. */
  async function addAdmin({ execute }: TestEngine): Promise<void> {
    const id = "other";
    const other = { id, email: "other@example.org", name: "Other", passwordHash: "" };
    await execute("user.create", { ...other, firstIsAdmin: true });
    await execute("user.setRole", { userId: UserId.parse(id), role: "admin" });
  }

  test("has no sync, and is synced again once enabled", async () => {
    await put("before");
    await using engine = await startMailEngine({ on });
    await addAdmin(engine);
    const { id } = await engine.addAccount({ mail, pass, imapPort: server.imapPort });
    await expect.poll(() => engine.supervisor.settled(id), { timeout: 30_000 }).toBe(true);
    const { userId, execute, database } = engine;

    await execute("user.setDisabled", { userId, isDisabled: true });
    expect(await accountsToWatch(database.reader)).toEqual([]);
    await engine.supervisor.leaveAllOf(await disabledUsers(database.reader));
    expect(engine.supervisor.live(id)).toBeUndefined();
    await put("meanwhile");
    // A change of a setting does not start the sync either.
    await execute("account.syncDepth", { userId, accountId: id, months: 0 });
    expect(engine.supervisor.live(id)).toBeUndefined();
    expect(await subjects(engine)).toEqual(["before"]);

    await execute("user.setDisabled", { userId, isDisabled: false });
    await engine.until(async () => (await subjects(engine)).length === 2);
    expect(await subjects(engine)).toEqual(["before", "meanwhile"]);
    expect(engine.supervisor.live(id)).toBeDefined();
  });

  test("cannot act from a chat", async () => {
    await using engine = await startMailEngine({ on });
    await addAdmin(engine);
    const { userId, execute } = engine;
    await execute("user.setDisabled", { userId, isDisabled: true });
    const summarize = vi.fn(async () => ({ summary: "" }));
    const actions = mailActions(engine.mail, summarize);
    const about = { userId, emailId: MessageId.parse("mail"), onceKey: "once" };
    const refused = { code: "login.disabled" };
    await expect(actions.archive(about)).rejects.toMatchObject(refused);
    await expect(actions.snooze(about)).rejects.toMatchObject(refused);
    await expect(actions.summarize(about)).rejects.toMatchObject(refused);
    await expect(actions.recipients(about)).rejects.toMatchObject(refused);
    await expect(actions.reply({ ...about, text: "Hello" })).rejects.toMatchObject(refused);
    expect(summarize).not.toHaveBeenCalled();
    await execute("user.setDisabled", { userId, isDisabled: false });
    await expect(actions.archive(about)).rejects.toMatchObject({ code: "message.not_found" });
  });
});
