import type { ThreadId, UserId } from "@inlet/contract/ids.ts";
import { limits } from "@inlet/contract/limits.ts";
import type { listThreads, readThread, ThreadRow } from "@inlet/contract/mail/threads.ts";
import type { z } from "zod";
import { Failure } from "#/base/failure.ts";
import {
  type MessageOfThread,
  messagesOfThread,
  messagesOfThreads,
  type StoredMessage,
} from "#/store/threads/queries.ts";
import type { ListedMessage } from "#/store/messages/listed-messages.ts";
import type { LocationRole } from "#/store/engine/schema.ts";
import type { MailContext } from "#/mail/context.ts";
import { requireAccount } from "#/mail/accounts/accounts.ts";
import { addressesOf, presentRow, shownRole } from "./present-row.ts";
import { answersAmong, readPage, writeCursor } from "./reading.ts";

/** Rows to read per returned message: a message may be in more than one folder. */
const placesOfOne = 2;

/** Roles that are left out of a conversation unless it has no other messages. */
const asides: readonly LocationRole[][] = [["drafts"], ["spam", "trash"]];

/** Returns a whole conversation, oldest first, each message once. Throws message.not_found. */
export async function readConversation(
  mail: MailContext,
  userId: UserId,
  threadId: ThreadId,
): Promise<z.output<typeof readThread.output>> {
  const most = limits.threadEmails * placesOfOne;
  const rows = eachOnce(
    withoutAsides(await messagesOfThread(mail.database.reader, userId, threadId, most)),
  );
  if (rows.length === 0) throw new Failure("message.not_found");
  const emails = rows
    .slice(0, limits.threadEmails)
    .toReversed()
    .map((row) => ({ ...presentRow(row), folder: shownRole(row.role), isOwn: row.is_own === 1 }));
  return { emails, isMuted: emails.some((email) => email.isMuted) };
}

/** Returns one page of conversations, each at the position of its newest message in the list. Throws as listMail does. */
export async function listConversations(
  mail: MailContext,
  userId: UserId,
  query: z.output<typeof listThreads.input>,
): Promise<z.output<typeof listThreads.output>> {
  if (query.accountId !== undefined) await requireAccount(mail, userId, query.accountId);
  const rows = await readPage(mail, userId, query, { eachThreadOnce: true });
  const page = rows.slice(0, query.limit);
  const members = Map.groupBy(
    await messagesOfThreads(
      mail.database.reader,
      userId,
      page.map((row) => row.thread_id),
      limits.threadEmails,
    ),
    (row) => row.thread_id,
  );
  const ready = await answersAmong(mail, userId, page);
  const read: ReadSenders = new Map();
  const hasMore = rows.length > query.limit;
  const last = page.at(-1);
  return {
    threads: page.map((row) => ({
      ...presentThread(row, members.get(row.thread_id) ?? [], read),
      ...(ready.has(row.id) && { isAnswerReady: true as const }),
    })),
    hasMore,
    nextCursor: hasMore && last !== undefined ? writeCursor(last.date_key) : null,
  };
}

/** A few senders write most of a page, so each is parsed once. */
type ReadSenders = Map<string, ReturnType<typeof addressesOf>[number] | undefined>;

function presentThread(
  newest: ListedMessage,
  members: MessageOfThread[],
  read: ReadSenders,
): ThreadRow {
  const messages = eachOnce(withoutAsides(members));
  // A sender with several messages keeps the position of the first and gets the name of the last.
  const writers = new Map<string, ThreadRow["writers"][number]>();
  for (const { from_json: from, is_own: isOwn } of messages.toReversed()) {
    if (!read.has(from)) read.set(from, addressesOf(from)[0]);
    const writer = read.get(from);
    if (writer) writers.set(writer.address.toLowerCase(), { ...writer, isOwn: isOwn === 1 });
  }
  return {
    ...presentRow(newest),
    count: messages.length,
    unread: messages.filter((row) => row.is_seen === 0).length,
    writers: [...writers.values()],
  };
}

type Placed = Pick<StoredMessage, "id" | "twin_key" | "role" | "is_twin">;

function withoutAsides<Row extends Placed>(rows: Row[]): Row[] {
  return asides.reduce((kept, roles) => {
    const others = kept.filter((row) => !roles.includes(row.role));
    return others.length > 0 ? others : kept;
  }, rows);
}

/** Returns each message once: of its copies and duplicate messages, the one that unified lists show. */
function eachOnce<Row extends Placed>(rows: readonly Row[]): Row[] {
  const messages = Map.groupBy(rows, (row) => row.twin_key || row.id);
  return [...messages.values()].flatMap((places) =>
    places.toSorted((a, b) => a.is_twin - b.is_twin).slice(0, 1),
  );
}
