import { isIP } from "node:net";
import { errors } from "@inlet/contract/errors.ts";
import { RetryAfter } from "#/base/retry-after.ts";
import { foldersOf } from "#/store/folders/queries.ts";
import type { OutboxRow } from "#/store/outbox/schema.ts";
import type { AccountRow } from "#/store/engine/schema.ts";
import type { ImapConnection } from "#/wire/imap/connection.ts";
import { WireError } from "#/wire/imap/wire-error.ts";
import { providerOfHost } from "#/wire/login/providers.ts";
import type { DeliverContext } from "./deliver-context.ts";

/** Delay after the mail server could not be reached for the copy in Sent. */
const copyWaitMs = 60_000;
/** For a full mailbox: the user sees the error and has to act. */
const fullWaitMs = 10 * 60_000;
/** Delay while the first sync lists the folders. */
const listingMs = 5000;

/**
 * Returns true for Gmail, Outlook and similar providers, which put a copy into Sent automatically; a second one would be a
 * duplicate.
 */
export function storesSent({ smtp_host: host, smtp_port: port }: AccountRow): boolean {
  const provider = providerOfHost(host);
  if (provider === undefined || !provider.storesSent) return false;
  // Several servers may listen on a bare address, such as a bridge on loopback: there the port distinguishes them.
  return isIP(host) === 0 || provider.settings.smtp_port === port;
}

/** Returns true if the message is in Sent. Throws RetryAfter if that cannot be checked. */
export async function isInSent(
  mail: DeliverContext,
  account: AccountRow,
  row: OutboxRow,
): Promise<boolean> {
  return inSent(mail, account, async (connection, path) => {
    if (path === undefined) return false;
    return (await connection.findByMessageId(path, row.message_id_header)).length > 0;
  });
}

/**
 * Puts the copy that the user expects into Sent, dated when the message left, however late it comes: replies to it then sort
 * after it. It is searched for first, to avoid a second copy. Throws RetryAfter when the server cannot be reached or refuses it,
 * which the user sees.
 */
export async function putIntoSent(
  mail: DeliverContext,
  account: AccountRow,
  row: OutboxRow,
): Promise<void> {
  // The user dismissed it before it was known to be sent.
  if (row.raw.length === 0) return mail.execute("outbox.copied", { id: row.id });
  const work = async (connection: ImapConnection, known: string | undefined) => {
    // Creates a Sent folder on a server without one, as other clients do.
    const path = known ?? (await connection.createFolder("Sent"));
    const found = await connection.findByMessageId(path, row.message_id_header);
    if (found.length > 0) return;
    // imapflow drops flags that the open folder does not allow, and a folder opened read-only allows none.
    await connection.select(path, { readOnly: false });
    await connection.append(path, row.raw, { flags: ["\\Seen"], internalDate: row.send_at });
  };
  try {
    await inSent(mail, account, work);
  } catch (error) {
    // Errors of the account itself are shown at the account.
    if (error instanceof RetryAfter && isRefusal(error.cause)) {
      await mail.execute("outbox.copyRefused", {
        id: row.id,
        error: errors["send.no_copy"].message,
      });
    }
    throw error;
  }
  await mail.execute("outbox.copied", { id: row.id });
  await mail.execute("account.full", { accountId: account.id, isFull: false });
  mail.lookAround(account.id);
}

/** Runs work on a connection with the path of the Sent folder, undefined if the account has none. */
async function inSent<Result>(
  mail: DeliverContext,
  account: AccountRow,
  work: (connection: ImapConnection, path: string | undefined) => Promise<Result>,
): Promise<Result> {
  const folders = await foldersOf(mail.database.reader, account.user_id, account.id);
  // Before the first list of folders, the server's own Sent folder would be missed, and a second one created.
  if (folders.length === 0) throw new RetryAfter(listingMs);
  const sent = folders.find((folder) => folder.role === "sent");
  try {
    return await mail.lend(account.id, (connection) => work(connection, sent?.path));
  } catch (cause) {
    if (!(cause instanceof WireError)) throw cause;
    // The message has been sent; its copy follows when the mailbox has space.
    if (cause.kind === "over_quota") {
      await mail.execute("account.full", { accountId: account.id, isFull: true });
      throw new RetryAfter(fullWaitMs, { cause });
    }
    // Another client may have renamed or deleted the folder: the folders are listed again before the next attempt.
    if (cause.kind === "folder_gone") mail.lookAround(account.id);
    throw new RetryAfter(copyWaitMs, { cause });
  }
}

function isRefusal(cause: unknown): boolean {
  return (
    cause instanceof WireError && ["folder_gone", "protocol", "too_large"].includes(cause.kind)
  );
}
