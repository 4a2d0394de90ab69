import { errors } from "@inlet/contract/errors.ts";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { RetryAfter } from "#/base/retry-after.ts";
import { holdFolderList } from "#/testing/faults/held-folder-list.ts";
import { foldersOf } from "#/store/folders/queries.ts";
import { startMailEngine } from "#/testing/apps/mail-engine.ts";
import { withOtherClient } from "#/testing/faults/other-client.ts";
import {
  ignoreRetry,
  outboxRow,
  outgoingTo,
  type PostOffice,
  queueForHand,
  startPostOffice,
} from "#/testing/mailboxes/post-office.ts";
import { startSpokenSmtp } from "#/testing/fakes/smtp-dialog.ts";
import { deliver } from "./deliver.ts";

// The tests use real servers, maybe on a busy machine.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

let office: PostOffice;
let sender = "";
let recipient = "";

beforeAll(async () => {
  office = await startPostOffice(40);
});
afterAll(() => office[Symbol.asyncDispose]());
beforeEach(() => {
  ({ sender, recipient } = office.reopen());
});

test("a message reaches its recipient, and one copy is in Sent here and on the server", async () => {
  await using engine = await startMailEngine();
  const account = await office.watch(engine, sender);
  const row = await outgoingTo(account, recipient);
  await engine.execute("outbox.queue", row);
  await engine.until(async () => (await outboxRow(engine, row))?.sent_copy === "done");
  expect((await outboxRow(engine, row))?.state).toBe("accepted");

  const [received = "", ...more] = await office.sources(recipient, "INBOX");
  expect(more).toEqual([]);
  expect(received).toContain("In-Reply-To: <question@example.net>");
  expect(received).toMatch(/References: <root@example\.net>\s+<question@example\.net>/);
  const copies = await office.sources(sender, "Sent");
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

test("a message waits for its time, and a canceled one is never sent", async () => {
  await using engine = await startMailEngine();
  const account = await office.watch(engine, sender);
  const row = { ...(await outgoingTo(account, recipient)), send_at: Date.now() + 3600_000 };
  await engine.execute("outbox.queue", row);
  const subject = { userId: engine.userId, outboxId: row.id };
  await expect(deliver(engine.mail, subject)).rejects.toThrow(RetryAfter);
  await engine.execute("outbox.cancel", { userId: engine.userId, id: row.id });
  await deliver(engine.mail, subject);
  expect(office.smtp.commands).toEqual([]);
  expect((await outboxRow(engine, row))?.state).toBe("cancelled");
});

test("creates a Sent folder on a server without one, with the copy in it", async () => {
  await using bare = await startPostOffice(2, { isBare: true });
  const people = bare.strangers();
  await using engine = await startMailEngine();
  const account = await bare.watch(engine, people.sender);
  const row = await outgoingTo(account, people.recipient);
  await engine.execute("outbox.queue", row);
  await engine.until(async () => (await outboxRow(engine, row))?.sent_copy === "done");
  expect(await bare.sources(people.sender, "Sent")).toHaveLength(1);
  await engine.until(async () => {
    const folders = await foldersOf(engine.database.reader, engine.userId, account.id);
    return folders.some(({ role }) => role === "sent");
  });
});

test("a copy waits until the folders of its new account are known", async () => {
  const listing = holdFolderList();
  await using engine = await startMailEngine({ prepare: listing.prepare });
  const ports = { imapPort: office.imap.imapPort, smtpPort: office.smtp.port };
  const account = await engine.addAccount({ mail: sender, pass: "secret", ...ports });
  const row = await outgoingTo(account, recipient);
  await queueForHand(engine, row);
  const early = deliver(engine.mail, { userId: engine.userId, outboxId: row.id });
  await expect(early.finally(() => listing.release())).rejects.toThrow(RetryAfter);
  expect(office.delivered).toHaveLength(1);
  await engine.until(async () => {
    const folders = await foldersOf(engine.database.reader, engine.userId, account.id);
    return folders.length > 0;
  });
  await deliver(engine.mail, { userId: engine.userId, outboxId: row.id });
  expect(office.delivered).toHaveLength(1);
  expect(await office.sources(sender, "Sent")).toHaveLength(1);
});

test.each([
  [550, "no such person", errors["send.refused"].message],
  [452, "4.5.3 too many recipients", errors["send.too_many_recipients"].message],
])(
  "a recipient refused with %i %s is reported and nothing is sent",
  async (code, text, message) => {
    await using engine = await startMailEngine();
    const account = await office.watch(engine, sender);
    const second = "second@example.net";
    office.smtp.failAt = { phase: "rcpt", recipient: second, how: { code, text } };
    const row = await outgoingTo(account, recipient);
    row.envelope_json = JSON.stringify({ from: sender, to: [recipient, second] });
    await engine.execute("outbox.queue", row);
    await engine.until(async () => (await outboxRow(engine, row))?.state === "failed");
    expect((await outboxRow(engine, row))?.error).toBe(
      `${message} The mail server said: ${code} ${text}`,
    );
    expect(office.delivered).toEqual([]);
    expect(await office.sources(sender, "Sent")).toEqual([]);
  },
);

test("a message larger than the server accepts fails with that reason and is not tried again", async () => {
  await using engine = await startMailEngine();
  const spoken = await startSpokenSmtp(["SIZE 100", "AUTH PLAIN"]);
  const ports = { imapPort: office.imap.imapPort, smtpPort: spoken.port };
  const account = await engine.addAccount({ mail: sender, pass: "secret", ...ports });
  const row = await outgoingTo(account, recipient);
  await engine.execute("outbox.queue", row);
  await engine.until(async () => (await outboxRow(engine, row))?.state === "failed");
  expect(await outboxRow(engine, row)).toMatchObject({
    error: "This message is larger than 127.0.0.1 accepts.",
    attempts: 1,
  });
  expect(spoken.messages).toEqual([]);
});

test("retries later when the server asks for it", async () => {
  await using engine = await startMailEngine();
  const account = await office.watch(engine, sender);
  office.smtp.failAt = { phase: "rcpt", how: { code: 451, text: "come back" } };
  const row = await outgoingTo(account, recipient);
  await engine.execute("outbox.queue", row);
  await engine.until(async () => {
    const now = await outboxRow(engine, row);
    return now?.state === "queued" && now.attempts === 1;
  });
  expect((await outboxRow(engine, row))?.send_at).toBeGreaterThan(Date.now());
});

test("no response after the final dot makes a message unknown, and it is not sent again", async () => {
  await using engine = await startMailEngine();
  const account = await office.watch(engine, sender);
  office.smtp.failAt = { phase: "final", how: "drop" };
  const row = await outgoingTo(account, recipient);
  await engine.execute("outbox.queue", row);
  await engine.until(async () => (await outboxRow(engine, row))?.state === "unknown");
  office.smtp.failAt = null;
  await deliver(engine.mail, { userId: engine.userId, outboxId: row.id }).catch(ignoreRetry);
  expect((await outboxRow(engine, row))?.state).toBe("unknown");
  expect(office.smtp.commands.filter((command) => command === "DATA")).toHaveLength(1);
});

test("a message in unknown state is accepted once it is found in Sent", async () => {
  await using engine = await startMailEngine();
  const account = await office.watch(engine, sender);
  const row = await outgoingTo(account, recipient);
  await queueForHand(engine, row);
  await engine.execute("outbox.sending", { id: row.id, attempt: 1 });
  const subject = { userId: engine.userId, outboxId: row.id };
  await deliver(engine.mail, subject).catch(ignoreRetry);
  expect((await outboxRow(engine, row))?.state).toBe("unknown");

  await withOtherClient({ port: office.imap.imapPort, user: sender, pass: "secret" }, (client) =>
    client.append("Sent", Buffer.from(row.raw), ["\\Seen"]),
  );
  await deliver(engine.mail, subject);
  expect(await outboxRow(engine, row)).toMatchObject({ state: "accepted", sent_copy: "done" });
  expect(office.smtp.commands).toEqual([]);
});

test("a scheduled message leaves at its time, also after a restart of the engine", async () => {
  await using engine = await startMailEngine();
  const account = await office.watch(engine, sender);
  const sendAt = Date.now() + 1500;
  const row = { ...(await outgoingTo(account, recipient)), send_at: sendAt };
  let leftAt = 0;
  office.beforeDelivery = async () => {
    leftAt = Date.now();
  };
  await engine.execute("outbox.queue", row);
  await engine.restart();
  await engine.until(async () => (await outboxRow(engine, row))?.state === "accepted");
  expect(leftAt).toBeGreaterThanOrEqual(sendAt);
  expect(office.delivered).toHaveLength(1);
});

test("a late copy in Sent has the date at which the message was sent", async () => {
  await using engine = await startMailEngine();
  const account = await office.watch(engine, sender);
  const row = await outgoingTo(account, recipient);
  await queueForHand(engine, row);
  await engine.execute("outbox.sending", { id: row.id, attempt: 1 });
  await engine.execute("outbox.settle", { id: row.id, attempt: 1, state: "accepted" });
  const leftAt = Date.now() - 2 * 3600_000;
  await engine.database.kysely
    .updateTable("outbox")
    .set({ send_at: leftAt })
    .where("user_id", "=", engine.userId)
    .where("id", "=", row.id)
    .execute();
  await deliver(engine.mail, { userId: engine.userId, outboxId: row.id });
  const options = { port: office.imap.imapPort, user: sender, pass: "secret" };
  const date = await withOtherClient(options, async (client) => {
    await client.mailboxOpen("Sent");
    const copy = await client.fetchOne("*", { internalDate: true });
    return copy && copy.internalDate;
  });
  expect(Number(date)).toBe(Math.floor(leftAt / 1000) * 1000);
});
