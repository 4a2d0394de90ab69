import type { AccountRow, FolderRow } from "#/store/tables.ts";
import type { TakeIn } from "#/store/take-in.ts";
import type { ImapConnection } from "#/wire/imap/connection.ts";
import type { Outline } from "#/wire/imap/remote.ts";
import type { MailContext } from "../context.ts";
import type { ByteBudget } from "./byte-budget.ts";

/**
 * Fetched parts of a message: all of it, or header, structure and texts of a large one. With `keepsNoFiles` its small parts do
 * not become blobs.
 */
export type Source = { whole: Uint8Array; keepsNoFiles?: true } | { outline: Outline };

/** A message read and made ready to be stored; its small parts are blobs already. */
export type ReadMail = Pick<
  TakeIn,
  "message" | "words" | "marks" | "attachments" | "twinKey" | "threadKeys"
>;

/** Dependencies of sync beyond those of the other mail functions. */
export interface SyncContext extends MailContext {
  /** Reads a message off this thread, urgent ones first. Never rejects because of the message. */
  parse: (source: Source, options: { isUrgent: boolean; owner?: string }) => Promise<ReadMail>;
  budget: ByteBudget;
}

/** The folder that a step is about, and whose it is. */
export interface FolderTarget {
  account: AccountRow;
  folder: FolderRow;
}

/** Lends the connection that the folder is read on. The work may be repeated on a new one. */
export type Borrow = <Result>(
  work: (connection: ImapConnection) => Promise<Result>,
) => Promise<Result>;
