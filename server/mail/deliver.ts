import { isIP } from "node:net";
import { type ErrorCode, errors } from "@inlet/contract/errors.ts";
import type { AccountId, OutboxId, UserId } from "@inlet/contract/ids.ts";
import { z } from "zod";
import { RetryAfter } from "#/base/retry-after.ts";
import { getAccount } from "#/store/accounts.ts";
import { foldersOf } from "#/store/folders.ts";
import { getOutbox } from "#/store/outbox.ts";
import type { AccountRow, OutboxRow } from "#/store/tables.ts";
import type { ImapConnection } from "#/wire/imap/connection.ts";
import { WireError } from "#/wire/imap/wire-error.ts";
import { providerOfHost } from "#/wire/login/providers.ts";
import { sendMail } from "#/wire/smtp/send.ts";
import { SmtpError } from "#/wire/smtp/smtp-error.ts";
import type { MailContext } from "./context.ts";
import { smtpLoginOf } from "./logins.ts";
import { forgetOpen } from "./sync/open-folder.ts";

export interface DeliverContext extends MailContext {
  /** Lends the account's second connection. Throws WireError. */
  lend: <Result>(
    accountId: AccountId,
    work: (connection: ImapConnection) => Promise<Result>,
  ) => Promise<Result>;
  /** The account's folders are looked at soon. */
  lookAround: (accountId: AccountId) => void;
  /** Replaceable, so that tests can fail at any point of it. */
  send?: typeof sendMail;
}

const Envelope = z.object({ from: z.string(), to: z.array(z.string()) });

/** A server that says "later" (greylisting) is asked again this often before the person is told. */
const temporaryWaitsMs = [30_000, 60_000, 5 * 60_000, 15 * 60_000, 60 * 60_000, 3 * 3600_000];
/** When Sent is looked through for a message of which nobody knows whether it went out. */
const unknownWaitsMs = 60_000;
const unknownForMs = 10 * 60_000;
/** For a mail server that cannot be reached for the copy in Sent. */
const copyWaitMs = 60_000;

/**
 * Takes one outgoing message a step further: sends it, or finds out what became of it, or puts the copy into Sent.
 * It is handed to SMTP only from `queued`, so that no crash can send it twice. Throws RetryAfter while work is left.
 */
export async function deliver(
  mail: DeliverContext,
  { userId, outboxId }: { userId: UserId; outboxId: OutboxId },
): Promise<void> {
  const row = await getOutbox(mail.database.reader, userId, outboxId);
  const account = row && (await getAccount(mail.database.reader, userId, row.account_id));
  if (row === undefined || account === undefined) return;
  switch (row.state) {
    case "queued":
      return sendQueued(mail, account, row);
    case "sending":
      // Only one worker holds a message: whoever was sending it is gone, and with it the server's answer.
      await mail.door("outbox.settle", { id: row.id, state: "unknown" });
      return findOut(mail, account, row);
    case "unknown":
      return findOut(mail, account, row);
    case "accepted":
      if (row.sent_copy === "owed") await putIntoSent(mail, account, row);
      return;
    case "failed":
    case "cancelled":
      return;
  }
}

async function sendQueued(
  mail: DeliverContext,
  account: AccountRow,
  row: OutboxRow,
): Promise<void> {
  const waitMs = row.send_at - mail.clock.now();
  if (waitMs > 0) throw new RetryAfter(waitMs);
  const login = smtpLoginOf(mail.box, account);
  if (!(await mail.door("outbox.sending", { id: row.id }))) return;
  if (login === undefined) return fail(mail, row, "send.not_set_up");
  try {
    const envelope = Envelope.parse(JSON.parse(row.envelope_json));
    await (mail.send ?? sendMail)(mail.egress, login, { envelope, raw: row.raw });
  } catch (error) {
    return afterFailure(mail, row, error);
  }
  const isCopied = storesSent(account);
  const sentCopy = isCopied ? "not_needed" : "owed";
  await mail.door("outbox.settle", { id: row.id, state: "accepted", sentCopy });
  if (isCopied) mail.lookAround(account.id);
  else await putIntoSent(mail, account, row);
}

/** Gmail, Outlook and their like put a copy into Sent by themselves; a second one would stand beside it. */
function storesSent({ smtp_host: host, smtp_port: port }: AccountRow): boolean {
  const provider = providerOfHost(host);
  if (provider === undefined || !provider.storesSent) return false;
  // Many things may listen on a bare address, such as a bridge on loopback: there the port tells them apart.
  return isIP(host) === 0 || provider.settings.smtp_port === port;
}

async function afterFailure(mail: DeliverContext, row: OutboxRow, error: unknown): Promise<void> {
  const kind = error instanceof SmtpError ? error.kind : "unknown";
  mail.log.info({ outboxId: row.id, err: error, kind }, "a message was not sent");
  if (kind === "unknown") {
    await mail.door("outbox.settle", { id: row.id, state: "unknown" });
    throw new RetryAfter(unknownWaitsMs, { cause: error });
  }
  if (kind === "temporary" || kind === "unreachable") {
    const waitMs = temporaryWaitsMs[row.attempts];
    if (waitMs !== undefined) {
      // Queued with the time at which its job runs again.
      const sendAt = mail.clock.now() + waitMs;
      return mail.door("outbox.settle", { id: row.id, state: "queued", sendAt });
    }
  }
  const isLogin = kind === "bad_login" || kind === "app_password";
  await fail(mail, row, isLogin ? "account.smtp_failed" : "send.failed");
}

async function fail(mail: DeliverContext, { id }: OutboxRow, code: ErrorCode): Promise<void> {
  await mail.door("outbox.settle", { id, state: "failed", error: errors[code].message });
}

/**
 * A message that may have been sent: found in Sent, it was. Not found, it stays `unknown`, for it is never sent again
 * without being asked.
 */
async function findOut(mail: DeliverContext, account: AccountRow, row: OutboxRow): Promise<void> {
  const isFound = await inSent(mail, account, async (connection, path) => {
    if (path === undefined) return false;
    return (await connection.findByMessageId(path, row.message_id_header)).length > 0;
  });
  if (isFound) {
    await mail.door("outbox.settle", { id: row.id, state: "accepted", sentCopy: "done" });
    mail.lookAround(account.id);
    return;
  }
  if (mail.clock.now() - row.updated_at < unknownForMs) throw new RetryAfter(unknownWaitsMs);
}

/** The copy that the person expects in Sent. It is looked for first, so that there is never a second one. */
async function putIntoSent(
  mail: DeliverContext,
  account: AccountRow,
  row: OutboxRow,
): Promise<void> {
  await inSent(mail, account, async (connection, known) => {
    // A server without a folder for sent mail gets one, as it would from other clients.
    const path = known ?? (await connection.createFolder("Sent"));
    const found = await connection.findByMessageId(path, row.message_id_header);
    if (found.length > 0) return;
    // imapflow drops flags that the open folder does not allow, and one opened for reading allows none.
    await connection.select(path, { readOnly: false });
    const internalDate = mail.clock.now();
    await connection.append(path, row.raw, { flags: ["\\Seen"], internalDate });
  });
  await mail.door("outbox.settle", { id: row.id, state: "accepted", sentCopy: "done" });
  mail.lookAround(account.id);
}

/** Lends a connection and the path of the Sent folder, undefined when the account has none. */
async function inSent<Result>(
  mail: DeliverContext,
  account: AccountRow,
  work: (connection: ImapConnection, path: string | undefined) => Promise<Result>,
): Promise<Result> {
  const folders = await foldersOf(mail.database.reader, account.user_id, account.id);
  const sent = folders.find((folder) => folder.role === "sent");
  try {
    return await mail.lend(account.id, (connection) => {
      forgetOpen(connection);
      return work(connection, sent?.path);
    });
  } catch (cause) {
    if (cause instanceof WireError) throw new RetryAfter(copyWaitMs, { cause });
    throw cause;
  }
}
