import { randomBytes } from "node:crypto";
import type { AttachmentId, MessageId } from "@inlet/contract/ids.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getAccount } from "#/store/accounts/queries.ts";
import { attachmentsOf } from "#/store/messages/attachment-queries.ts";
import type { AccountRow } from "#/store/engine/schema.ts";
import { startDovecot, type TestDovecot } from "#/testing/fakes/dovecot.ts";
import { startMailEngine, type TestEngine } from "#/testing/apps/mail-engine.ts";
import { withOtherClient } from "#/testing/faults/other-client.ts";
import { startSmtp, type TestSmtp } from "#/testing/fakes/smtp-server.ts";
import { composeMessage } from "#/wire/mime/compose.ts";
import { parseMessage } from "#/wire/mime/parse.ts";
import { queueMail } from "./sending.ts";

const pass = "secret";
const users = Array.from({ length: 6 }, (_, index) => ({ name: `s${index}@example.org`, pass }));
let server: TestDovecot;
let smtp: TestSmtp;
let next = 0;

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

/** Too large to be fetched with the message, so only the mail server has it. */
const film = { filename: "film.bin", type: "video/mp4", content: randomBytes(400_000) };

async function received(engine: TestEngine): Promise<{
  account: AccountRow;
  friend: string;
  messageId: MessageId;
  files: AttachmentId[];
}> {
  const mail = users[next++]?.name ?? "";
  const friend = users[next++]?.name ?? "";
  const { raw } = await composeMessage({
    from: { name: "Friend", address: friend },
    to: [{ name: "", address: mail }],
    cc: [],
    bcc: [],
    subject: "A film",
    text: "Look at this.",
    messageId: `film-${next}@example.org`,
    date: Date.now(),
    attachments: [film],
  });
  await server.deliver(mail, raw);
  const { imapPort } = server;
  const account = await engine.addAccount({ mail, pass, imapPort, smtpPort: smtp.port });
  const { reader } = engine.database;
  await engine.until(async () => {
    const row = await getAccount(reader, engine.userId, account.id);
    return row?.state === "watching";
  });
  const { id: messageId } = await reader
    .selectFrom("messages")
    .select("id")
    .where("subject", "=", "A film")
    .executeTakeFirstOrThrow();
  const files = (await attachmentsOf(reader, engine.userId, messageId)).map(({ id }) => id);
  return { account, friend, messageId, files };
}

const flagsOf = (user: string) =>
  withOtherClient({ port: server.imapPort, user, pass }, async (client) => {
    await client.mailboxOpen("INBOX", { readOnly: true });
    const message = await client.fetchOne("1", { flags: true });
    return message ? [...(message.flags ?? [])] : [];
  });

const lastOf = (user: string) =>
  withOtherClient({ port: server.imapPort, user, pass }, async (client) => {
    const { exists } = await client.mailboxOpen("INBOX", { readOnly: true });
    const message = exists === 0 ? false : await client.fetchOne("*", { source: true });
    return message ? parseMessage(message.source ?? Buffer.alloc(0)) : undefined;
  });

const plain = { subject: "Re: A film", content: "Seen.", requestReceipt: false, undoSeconds: 0 };

test("a reply marks the message as answered, here and on the server", async () => {
  await using engine = await startMailEngine();
  const { account, friend, messageId } = await received(engine);
  const form = { ...plain, accountId: account.id, to: friend, inReplyTo: messageId };
  await queueMail(engine.mail, engine.userId, form, { idempotencyKey: "" });
  await expect.poll(() => flagsOf(account.account_mail)).toContain("\\Answered");
  await expect.poll(async () => (await lastOf(friend))?.text).toMatch(/^Seen\.\n\nOn .*\n> Look/);
  const { flags_json: flags } = await engine.database.reader
    .selectFrom("messages")
    .select("flags_json")
    .where("id", "=", messageId)
    .executeTakeFirstOrThrow();
  expect(flags).toContain("\\Answered");
  // A reply on the day of arrival counts as a sign of importance.
  const acts = await engine.database.reader
    .selectFrom("sorting_uses")
    .select(["message_id", "act"])
    .where("user_id", "=", engine.userId)
    .execute();
  expect(acts).toEqual([{ message_id: messageId, act: "replied" }]);
});

test("a forwarded message includes a file that only the mail server has", async () => {
  await using engine = await startMailEngine();
  const { account, friend, messageId, files } = await received(engine);
  const form = {
    ...plain,
    accountId: account.id,
    to: friend,
    forwardOf: messageId,
    forwardedAttachments: files,
  };
  await queueMail(engine.mail, engine.userId, form, { idempotencyKey: "" });
  await expect.poll(() => flagsOf(account.account_mail)).toContain("$Forwarded");
  await expect.poll(async () => (await lastOf(friend))?.attachments).toHaveLength(1);
  const [file] = (await lastOf(friend))?.attachments ?? [];
  expect(file).toMatchObject({ filename: "film.bin", type: "video/mp4" });
  expect(Buffer.from(file?.content ?? []).equals(film.content)).toBe(true);
});

test("a canceled message marks nothing", async () => {
  await using engine = await startMailEngine();
  const { account, friend, messageId } = await received(engine);
  const form = {
    ...plain,
    accountId: account.id,
    to: friend,
    inReplyTo: messageId,
    undoSeconds: 30,
  };
  const { id } = await queueMail(engine.mail, engine.userId, form, { idempotencyKey: "" });
  await engine.execute("outbox.cancel", { userId: engine.userId, id });
  expect(await flagsOf(account.account_mail)).not.toContain("\\Answered");
  const pending = await engine.database.reader
    .selectFrom("pending_operations")
    .selectAll()
    .execute();
  expect(pending).toEqual([]);
});
