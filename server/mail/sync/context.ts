import type { AccountRow, FolderRow } from "#/store/engine/schema.ts";
import type { IncomingMessage } from "#/store/messages/ingest-types.ts";
import type { ImapConnection } from "#/wire/imap/connection.ts";
import type { Outline } from "#/wire/imap/remote.ts";
import type { MailContext } from "../context.ts";
import type { ByteBudget } from "./connection/byte-budget.ts";

/**
 * Fetched parts of a message: all of it, or header, structure and texts of a large one. With `keepsNoFiles` its small parts do
 * not become blobs.
 */
export type Source = { whole: Uint8Array; keepsNoFiles?: true } | { outline: Outline };

/** A parsed message, ready to be stored. Its small parts are blobs already. */
export type ReadMail = Pick<
  IncomingMessage,
  "message" | "words" | "marks" | "attachments" | "duplicateKey" | "threadKeys"
>;

/** Dependencies of sync beyond those of the other mail functions. */
export interface SyncContext extends MailContext {
  /** Parses a message on another thread, urgent ones first. Never rejects because of the message. */
  parse: (source: Source, options: { isUrgent: boolean; owner?: string }) => Promise<ReadMail>;
  budget: ByteBudget;
}

/** The folder of a sync step, with its account. */
export interface FolderTarget {
  account: AccountRow;
  folder: FolderRow;
}

/** Runs work on the folder's connection. The work may be repeated on a new one. */
export type Borrow = <Result>(
  work: (connection: ImapConnection) => Promise<Result>,
) => Promise<Result>;
