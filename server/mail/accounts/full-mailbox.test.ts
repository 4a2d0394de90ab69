import { afterEach, describe, expect, test, vi } from "vitest";
import { listAccounts } from "#/mail/accounts/accounts.ts";
import { usualEngines } from "#/testing/database/database.ts";
import { shortMail } from "#/testing/fakes/imap/fake-account.ts";
import { type FakeImap, startFakeImap } from "#/testing/fakes/imap/fake-imap.ts";
import { profiles } from "#/testing/fakes/imap/profiles.ts";
import { startMailEngine, type TestEngine } from "#/testing/apps/mail-engine.ts";
import type { MessageChange } from "#/store/messages/message-change.ts";

vi.setConfig({ testTimeout: 30_000 });

const user = "person@example.org";
const open: AsyncDisposable[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one[Symbol.asyncDispose]();
});

async function lab(server: FakeImap, on: "sqlite" | "postgres"): Promise<TestEngine> {
  const mailbox = server.addMailbox(user);
  mailbox.append(mailbox.folder("INBOX"), shortMail("one"));
  const engine = await startMailEngine({ on });
  open.push(engine, server);
  const { id } = await engine.addAccount({ mail: user, pass: "secret", imapPort: server.port });
  await expect.poll(() => engine.supervisor.settled(id), { timeout: 20_000 }).toBe(true);
  return engine;
}

async function rolesOf(engine: TestEngine): Promise<string[]> {
  const rows = await engine.database.reader.selectFrom("message_locations").selectAll().execute();
  return rows.map(({ role }) => role);
}

async function errorOf({ mail, userId }: TestEngine): Promise<string | undefined> {
  const [account] = await listAccounts(mail, userId);
  return account?.error?.code;
}

describe.each(usualEngines)("on %s", (on) => {
  test.each(["plain", "mailRu"] as const)(
    "a full mailbox of %s gets its message back, and the user sees the error until there is space",
    async (name) => {
      const server = await startFakeImap(profiles[name]);
      const engine = await lab(server, on);
      server.answer(/^UID (MOVE|COPY)/, "TAG NO [OVERQUOTA] Not enough disk quota\r\n");
      const { id } = await engine.database.reader
        .selectFrom("messages")
        .select("id")
        .executeTakeFirstOrThrow();
      const change: MessageChange = { target: { role: "archive" } };
      const archive = { userId: engine.userId, messageIds: [id], change };
      await engine.execute("messages.change", archive);
      expect(await rolesOf(engine)).toEqual(["archive"]);
      await engine.until(async () => (await rolesOf(engine)).join() === "inbox");
      expect(await errorOf(engine)).toBe("account.over_quota");
      server.forgetAnswers();
      await engine.execute("messages.change", archive);
      await engine.until(async () => (await errorOf(engine)) === undefined);
      expect(await rolesOf(engine)).toEqual(["archive"]);
    },
  );
});
