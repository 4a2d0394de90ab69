import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { OutboxId } from "@inlet/contract/ids.ts";
import { randomId } from "#/base/random-id.ts";
import { RetryAfter } from "#/base/retry-after.ts";
import { getAccount } from "#/store/accounts.ts";
import { foldersOf } from "#/store/folders.ts";
import { getOutbox } from "#/store/outbox.ts";
import type { AccountRow, OutboxRow } from "#/store/tables.ts";
import { startDovecot, type TestDovecot } from "#/testing/dovecot.ts";
import { startMailEngine, type TestEngine } from "#/testing/mail-engine.ts";
import { withOtherClient } from "#/testing/other-client.ts";
import { startSmtp, type TestSmtp } from "#/testing/smtp.ts";
import { composeMessage } from "#/wire/mime/compose.ts";
import { sendMail } from "#/wire/smtp/send.ts";
import { deliver } from "./deliver.ts";

// Real servers on a busy machine.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const pass = "secret";
const users = Array.from({ length: 20 }, (_, index) => ({ name: `d${index}@example.org`, pass }));
let server: TestDovecot;
let smtp: TestSmtp;
let next = 0;
let sender = "";
let recipient = "";

beforeAll(async () => {
  server = await startDovecot({ users });
  smtp = await startSmtp({
    deliver: (to, raw) => server.deliver(to, raw),
    auth: users.map(({ name }) => ({ user: name, pass })),
  });
});
afterAll(async () => {
  await smtp.stop();
  await server.stop();
});
beforeEach(() => {
  smtp.failAt = null;
  smtp.commands.length = 0;
  sender = users[next++]?.name ?? "";
  recipient = users[next++]?.name ?? "";
});

async function followed(engine: TestEngine): Promise<AccountRow> {
  const { imapPort } = server;
  const account = await engine.addAccount({ mail: sender, pass, imapPort, smtpPort: smtp.port });
  await engine.until(async () => {
    const row = await getAccount(engine.database.reader, engine.userId, account.id);
    return row?.state === "watching";
  });
  return account;
}

async function outgoing(engine: TestEngine, account: AccountRow): Promise<OutboxRow> {
  const messageId = `${randomId()}@example.org`;
  const { raw, envelope } = await composeMessage({
    from: { name: "A Person", address: sender },
    to: [{ name: "", address: recipient }],
    cc: [],
    bcc: [],
    subject: "An answer",
    text: "Hello.",
    attachments: [],
    inReplyTo: "question@example.net",
    references: ["root@example.net", "question@example.net"],
    messageId,
    date: Date.now(),
  });
  const now = Date.now();
  const id = OutboxId.parse(randomId());
  return {
    id,
    user_id: engine.userId,
    account_id: account.id,
    idempotency_key: id,
    message_id_header: messageId,
    envelope_json: JSON.stringify(envelope),
    draft_json: "{}",
    raw,
    state: "queued",
    sent_copy: "owed",
    send_at: now,
    attempts: 0,
    error: "",
    created_at: now,
    updated_at: now,
  };
}

const stateOf = async ({ database, userId }: TestEngine, { id }: OutboxRow) =>
  getOutbox(database.reader, userId, id);

/** The sources of the messages in a folder, as another client reads them. */
async function sources(user: string, folder: string): Promise<string[]> {
  return withOtherClient({ port: server.imapPort, user, pass }, async (client) => {
    const { exists } = await client.mailboxOpen(folder);
    if (exists === 0) return [];
    const found: string[] = [];
    for await (const { source } of client.fetch("1:*", { source: true })) {
      found.push(source?.toString("latin1") ?? "");
    }
    return found;
  });
}

test("a message reaches its recipient, and one copy stands in Sent here and on the server", async () => {
  await using engine = await startMailEngine();
  const account = await followed(engine);
  const row = await outgoing(engine, account);
  await engine.door("outbox.queue", row);
  await engine.until(async () => (await stateOf(engine, row))?.sent_copy === "done");
  expect((await stateOf(engine, row))?.state).toBe("accepted");

  const [received = "", ...more] = await sources(recipient, "INBOX");
  expect(more).toEqual([]);
  expect(received).toContain("In-Reply-To: <question@example.net>");
  expect(received).toMatch(/References: <root@example\.net>\s+<question@example\.net>/);
  const copies = await sources(sender, "Sent");
  expect(copies).toHaveLength(1);
  expect(copies[0]).toContain(row.message_id_header);
  await engine.until(async () => {
    const sent = await engine.database.reader
      .selectFrom("messages")
      .select(["is_own", "is_seen"])
      .where("message_id_header", "=", row.message_id_header)
      .execute();
    return sent.length === 1 && sent[0]?.is_own === 1 && sent[0].is_seen === 1;
  });
});

test("a message waits for its time, and one taken back is never sent", async () => {
  await using engine = await startMailEngine();
  const account = await followed(engine);
  const row = { ...(await outgoing(engine, account)), send_at: Date.now() + 3600_000 };
  await engine.door("outbox.queue", row);
  const subject = { userId: engine.userId, outboxId: row.id };
  await expect(deliver(engine.mail, subject)).rejects.toThrow(RetryAfter);
  await engine.door("outbox.cancel", { userId: engine.userId, id: row.id });
  await deliver(engine.mail, subject);
  expect(smtp.commands).toEqual([]);
  expect((await stateOf(engine, row))?.state).toBe("cancelled");
});

test("a server without a folder for sent mail gets one with the copy in it", async () => {
  await using bare = await startDovecot({ users, isBare: true });
  const full = server;
  server = bare;
  onTestFinished(() => {
    server = full;
  });
  await using engine = await startMailEngine();
  const account = await followed(engine);
  const row = await outgoing(engine, account);
  await engine.door("outbox.queue", row);
  await engine.until(async () => (await stateOf(engine, row))?.sent_copy === "done");
  expect(await sources(sender, "Sent")).toHaveLength(1);
  await engine.until(async () => {
    const folders = await foldersOf(engine.database.reader, engine.userId, account.id);
    return folders.some(({ role }) => role === "sent");
  });
});

test("a refused recipient is told and nothing is sent", async () => {
  await using engine = await startMailEngine();
  const account = await followed(engine);
  smtp.failAt = { phase: "rcpt", how: { code: 550, text: "no such person" } };
  const row = await outgoing(engine, account);
  await engine.door("outbox.queue", row);
  await engine.until(async () => (await stateOf(engine, row))?.state === "failed");
  expect((await stateOf(engine, row))?.error).toBe("Failed to send email. Please try again.");
  expect(await sources(sender, "Sent")).toEqual([]);
});

test("a server that says later is asked again later", async () => {
  await using engine = await startMailEngine();
  const account = await followed(engine);
  smtp.failAt = { phase: "rcpt", how: { code: 451, text: "come back" } };
  const row = await outgoing(engine, account);
  await engine.door("outbox.queue", row);
  await engine.until(async () => {
    const now = await stateOf(engine, row);
    return now?.state === "queued" && now.attempts === 1;
  });
  expect((await stateOf(engine, row))?.send_at).toBeGreaterThan(Date.now());
});

test("silence after the last dot is unknown and is not sent again", async () => {
  await using engine = await startMailEngine();
  const account = await followed(engine);
  smtp.failAt = { phase: "final", how: "drop" };
  const row = await outgoing(engine, account);
  await engine.door("outbox.queue", row);
  await engine.until(async () => (await stateOf(engine, row))?.state === "unknown");
  smtp.failAt = null;
  await deliver(engine.mail, { userId: engine.userId, outboxId: row.id }).catch(ignoreRetry);
  expect((await stateOf(engine, row))?.state).toBe("unknown");
  expect(smtp.commands.filter((command) => command === "DATA")).toHaveLength(1);
});

test("a message of which nobody knows is accepted once it is found in Sent", async () => {
  await using engine = await startMailEngine();
  const account = await followed(engine);
  const row = await outgoing(engine, account);
  await engine.door("outbox.queue", { ...row, send_at: Date.now() + 3600_000 });
  await engine.door("outbox.settle", { id: row.id, state: "sending" });
  const subject = { userId: engine.userId, outboxId: row.id };
  await deliver(engine.mail, subject).catch(ignoreRetry);
  expect((await stateOf(engine, row))?.state).toBe("unknown");

  await withOtherClient({ port: server.imapPort, user: sender, pass }, (client) =>
    client.append("Sent", Buffer.from(row.raw), ["\\Seen"]),
  );
  await deliver(engine.mail, subject);
  expect(await stateOf(engine, row)).toMatchObject({ state: "accepted", sent_copy: "done" });
  expect(smtp.commands).toEqual([]);
});

/** The engine dies at this point: nothing after it is written down. */
class Killed extends Error {}

test("wherever the engine dies, a message is handed over at most once and copied at most once", async () => {
  await using engine = await startMailEngine();
  const account = await followed(engine);
  for (const dieAt of [
    "before sending",
    "while sending",
    "after sending",
    "before the copy is noted",
  ]) {
    smtp.commands.length = 0;
    const row = await outgoing(engine, account);
    // Far away for the engine's own worker, due for the hands of this test.
    await engine.door("outbox.queue", { ...row, send_at: Date.now() + 3600_000 });
    await engine.door("outbox.settle", { id: row.id, state: "queued", sendAt: Date.now() - 1 });
    const subject = { userId: engine.userId, outboxId: row.id };
    await deliver(dying(engine, dieAt), subject).catch(() => undefined);
    for (let start = 0; start < 3; start++) {
      await deliver(engine.mail, subject).catch(ignoreRetry);
    }
    const sent = smtp.commands.filter((command) => command === "DATA").length;
    const copies = (await sources(sender, "Sent")).filter((source) =>
      source.includes(row.message_id_header),
    );
    expect(sent, dieAt).toBeLessThanOrEqual(1);
    expect(copies.length, dieAt).toBeLessThanOrEqual(1);
    const state = (await stateOf(engine, row))?.state;
    expect(["accepted", "unknown"], dieAt).toContain(state);
    if (state === "accepted") expect([sent, copies.length], dieAt).toEqual([1, 1]);
  }
});

function dying({ mail }: TestEngine, at: string): TestEngine["mail"] {
  return {
    ...mail,
    door: async (name, input) => {
      const isSettled = name === "outbox.settle" && JSON.stringify(input).includes("accepted");
      const isCopied = isSettled && JSON.stringify(input).includes("done");
      if (at === "before sending" && name === "outbox.sending") {
        await mail.door(name, input);
        throw new Killed();
      }
      if (at === "after sending" && isSettled) throw new Killed();
      if (at === "before the copy is noted" && isCopied) throw new Killed();
      return mail.door(name, input);
    },
    send: async (...handedOver) => {
      if (at !== "while sending") return sendMail(...handedOver);
      await sendMail(...handedOver);
      throw new Killed();
    },
  };
}

function ignoreRetry(error: unknown): void {
  if (!(error instanceof RetryAfter)) throw error;
}
