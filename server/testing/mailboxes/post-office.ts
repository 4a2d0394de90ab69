import { OutboxId } from "@inlet/contract/ids.ts";
import { randomId } from "#/base/random-id.ts";
import { RetryAfter } from "#/base/retry-after.ts";
import { getAccount } from "#/store/accounts/queries.ts";
import type { NewOutgoing } from "#/store/outbox/commands.ts";
import { getOutbox } from "#/store/outbox/queries.ts";
import type { OutboxRow } from "#/store/outbox/schema.ts";
import type { AccountRow } from "#/store/engine/schema.ts";
import { composeMessage } from "#/wire/mime/compose.ts";
import { startDovecot, type TestDovecot } from "#/testing/fakes/dovecot.ts";
import type { TestEngine } from "#/testing/apps/mail-engine.ts";
import { withOtherClient } from "#/testing/faults/other-client.ts";
import { startSmtp, type TestSmtp } from "#/testing/fakes/smtp-server.ts";

const pass = "secret";

/** A mail server with users who send messages to each other. */
export interface PostOffice extends AsyncDisposable {
  imap: TestDovecot;
  smtp: TestSmtp;
  /** All messages that the SMTP server accepted. */
  delivered: string[];
  /** Can be set at any time; awaited before a message is accepted. */
  beforeDelivery: () => Promise<void>;
  /** Returns two unused users. */
  strangers: () => { sender: string; recipient: string };
  /** The same, after a reset of faults, deliveries and commands. */
  reopen: () => { sender: string; recipient: string };
  /** Starts the sync of this user's mailbox, and waits until it is idle. */
  watch: (engine: TestEngine, person: string) => Promise<AccountRow>;
  /** Returns the sources of the messages in a folder, as another client reads them. */
  sources: (person: string, folder: string) => Promise<string[]>;
}

/** Starts the post office with this many users. */
export async function startPostOffice(
  count: number,
  { isBare = false }: { isBare?: boolean } = {},
): Promise<PostOffice> {
  const users = Array.from({ length: count }, (_, index) => ({
    name: `d${index}@example.org`,
    pass,
  }));
  const imap = await startDovecot({ users, isBare });
  const delivered: string[] = [];
  const smtp = await startSmtp({
    async deliver(to, raw) {
      await office.beforeDelivery();
      delivered.push(raw.toString("latin1"));
      await imap.deliver(to, raw);
    },
    auth: users.map(({ name }) => ({ user: name, pass })),
  });
  let next = 0;
  const office: PostOffice = {
    imap,
    smtp,
    delivered,
    beforeDelivery: () => Promise.resolve(),
    strangers: () => ({
      sender: users[next++]?.name ?? "",
      recipient: users[next++]?.name ?? "",
    }),
    reopen() {
      smtp.failAt = null;
      smtp.commands.length = 0;
      delivered.length = 0;
      office.beforeDelivery = () => Promise.resolve();
      return office.strangers();
    },
    async watch(engine, person) {
      const ports = { imapPort: imap.imapPort, smtpPort: smtp.port };
      const account = await engine.addAccount({ mail: person, pass, ...ports });
      await engine.until(async () => {
        const row = await getAccount(engine.database.reader, engine.userId, account.id);
        return row?.state === "watching";
      });
      return account;
    },
    sources: (person, folder) =>
      withOtherClient({ port: imap.imapPort, user: person, pass }, async (client) => {
        const { exists } = await client.mailboxOpen(folder);
        if (exists === 0) return [];
        const found: string[] = [];
        for await (const { source } of client.fetch("1:*", { source: true })) {
          found.push(source?.toString("latin1") ?? "");
        }
        return found;
      }),
    async [Symbol.asyncDispose]() {
      await smtp.stop();
      await imap.stop();
    },
  };
  return office;
}

/** Returns a message of this account, not yet queued. */
export async function outgoingTo(account: AccountRow, recipient: string): Promise<NewOutgoing> {
  const messageId = `${randomId()}@example.org`;
  const { raw, envelope } = await composeMessage({
    from: { name: "A Person", address: account.account_mail },
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
  const id = OutboxId.parse(randomId());
  return {
    id,
    user_id: account.user_id,
    account_id: account.id,
    idempotency_key: id,
    request_hash: "",
    message_id_header: messageId,
    envelope_json: JSON.stringify(envelope),
    draft_json: "{}",
    raw,
    send_at: Date.now(),
  };
}

/** Returns the stored row of an outgoing message. */
export async function outboxRow(
  { database, userId }: TestEngine,
  { id }: { id: OutboxId },
): Promise<OutboxRow | undefined> {
  return getOutbox(database.reader, userId, id);
}

/** Queues a message far in the future, out of reach of the engine's worker, and then makes it due for the test to send. */
export async function queueForHand(
  { execute, userId, database }: TestEngine,
  row: NewOutgoing,
  { lateMs = 0 }: { lateMs?: number } = {},
): Promise<void> {
  await execute("outbox.queue", { ...row, send_at: Date.now() + 3600_000 });
  await database.kysely
    .updateTable("outbox")
    .set({ send_at: Date.now() - lateMs })
    .where("user_id", "=", userId)
    .where("id", "=", row.id)
    .execute();
}

/** Ignores a RetryAfter. */
export function ignoreRetry(error: unknown): void {
  if (!(error instanceof RetryAfter)) throw error;
}
