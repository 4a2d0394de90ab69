import type { searchEmails } from "@inlet/contract/mail/email.ts";
import type { UserId } from "@inlet/contract/ids.ts";
import type { z } from "zod";
import { requireWords } from "#/search/matching.ts";
import { readRankedCursor, writeRankedCursor } from "#/search/ranked-cursor.ts";
import { foldersHolding } from "#/store/folders/folders-of-messages.ts";
import type { MessageRow } from "#/store/engine/schema.ts";
import { requireAccount } from "#/mail/accounts/accounts.ts";
import type { MailContext } from "#/mail/context.ts";
import { longReadsOf } from "./long-reads.ts";
import { presentRow } from "./present-row.ts";
import { readCursor, writeCursor } from "./reading.ts";

/** Number of candidates examined per page: other predicates may match few of them, and other users wait. */
const hitsPerPage = 2000;

/**
 * Returns one page of a search, newest first or by relevance, each message with the folders that hold it. Throws
 * account.not_found, search.too_short, list.bad_cursor and what readQuery throws.
 */
export async function searchMail(
  mail: MailContext,
  userId: UserId,
  request: z.output<typeof searchEmails.input>,
  signal: AbortSignal,
): Promise<z.output<typeof searchEmails.output>> {
  requireWords(request.query);
  if (request.accountId) await requireAccount(mail, userId, request.accountId);
  const { rows, nextCursor } = await readPage(mail, userId, request, signal);
  const results = rows.map((row) => presentRow(row));
  const holding = await foldersHolding(
    mail.database.reader,
    userId,
    results.map(({ id }) => id),
  );
  return {
    results: results.map((row) => ({ ...row, folderIds: holding.get(row.id) ?? [] })),
    nextCursor,
  };
}

async function readPage(
  mail: MailContext,
  userId: UserId,
  { cursor, order, ...query }: z.output<typeof searchEmails.input>,
  signal: AbortSignal,
): Promise<{ rows: MessageRow[]; nextCursor: string | null }> {
  const { rankedPage, searchPage } = longReadsOf(mail);
  const search = { ...query, userId, lookAt: hitsPerPage };
  if (order === "relevance") {
    const after = cursor ? readRankedCursor(cursor) : undefined;
    const { rows, next } = await rankedPage({ ...search, after }, signal);
    return { rows, nextCursor: next && writeRankedCursor(next) };
  }
  const before = cursor ? readCursor(cursor) : undefined;
  const page = await searchPage({ ...search, before }, signal);
  return { rows: page.rows, nextCursor: page.before === null ? null : writeCursor(page.before) };
}
