import type { MessageId, ThreadId, UserId } from "@inlet/contract/ids.ts";
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from "kysely";
import type { Reader } from "#/store/engine/database.ts";
import { firstKeyOf } from "#/store/messages/date-keys.ts";
import type { MessageRow, Tables } from "#/store/engine/schema.ts";
import { isWrittenByHuman } from "#/store/classification/written-by-human.ts";

/** A message that expects an answer and has none. */
export interface Unanswered {
  message: Pick<
    MessageRow,
    | "id"
    | "account_id"
    | "thread_id"
    | "message_id_header"
    | "internal_date"
    | "from_json"
    | "to_json"
    | "cc_json"
    | "subject"
    | "preview"
    | "summary"
    | "is_own"
    | "is_muted"
    | "category"
    | "signs_json"
  >;
  isOwn: boolean;
}

interface Window {
  userId: UserId;
  /** Limits the result to messages of this time range. */
  since: number;
  upTo: number;
  limit: number;
  /** Returns the oldest messages first. By default, the newest come first, and older ones beyond the limit are left out. */
  isOldestFirst?: boolean;
  /** Limits the result to this message. */
  messageId?: MessageId;
}

/** Columns of an unanswered message `m`. */
export const unansweredColumns = [
  "m.id",
  "m.account_id",
  "m.thread_id",
  "m.message_id_header",
  "m.internal_date",
  "m.from_json",
  "m.to_json",
  "m.cc_json",
  "m.subject",
  "m.preview",
  "m.summary",
  "m.is_own",
  "m.is_muted",
  "m.category",
  "m.signs_json",
] as const;

/**
 * Returns messages in the inbox that expect an answer, after which the user has not written. Advertising and spoofed senders are
 * excluded, as they could otherwise fill the limit.
 */
export async function unansweredByUser(reader: Reader, window: Window): Promise<Unanswered[]> {
  const rows = await asking(reader, window, { turn: "reply", role: "inbox" })
    .where("m.is_own", "=", 0)
    .where("m.category", "not in", ["Spam", "Promotions"])
    .where("m.signs_json", "not like", spoofed)
    .where((row) => row.not(hasLaterOwn(row, window.userId)))
    .execute();
  return rows.map((message) => ({ message, isOwn: false }));
}

/** Pattern for the stored form of signs (server/wire/mime/signs.ts). Within a text, these quotes would be escaped. */
const spoofed = '%"verdict":"fail","isStrict":true%';

/** Returns the given messages of the inbox that the user has not answered. */
export async function stillUnanswered(
  reader: Reader,
  userId: UserId,
  ids: readonly MessageId[],
): Promise<MessageId[]> {
  const rows = await reader
    .selectFrom("messages as m")
    .select("m.id")
    .where("m.user_id", "=", userId)
    .where("m.id", "in", ids)
    .where((row) =>
      row.exists(
        row
          .selectFrom("message_locations as place")
          .select("place.message_id")
          .where("place.user_id", "=", userId)
          .whereRef("place.message_id", "=", "m.id")
          .where("place.role", "=", "inbox"),
      ),
    )
    .where((row) => row.not(hasLaterOwn(row, userId)))
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns the user's messages that expect an answer, and that neither a recipient nor the user followed up. */
export async function unansweredByOthers(reader: Reader, window: Window): Promise<Unanswered[]> {
  const rows = await asking(reader, window, { turn: "waiting", role: "sent" })
    .where((row) =>
      row.not(
        row.exists(
          laterIn(row, window.userId)
            // A duplicate of the user's own message, from a list or another account, is not an answer.
            .where((later) =>
              later.or([
                later("later.twin_key", "=", ""),
                later("later.twin_key", "<>", later.ref("m.twin_key")),
              ]),
            )
            .where((later) => isWrittenByHuman(later, window.userId)),
        ),
      ),
    )
    .execute();
  return rows.map((message) => ({ message, isOwn: true }));
}

/**
 * Selects recent messages of a folder that expect an answer. SQLite keeps the order of a cross join: for the last few weeks it
 * does not read all years of the mailbox.
 */
function asking(
  reader: Reader,
  { userId, since, upTo, limit, isOldestFirst = false, messageId }: Window,
  { turn, role }: { turn: "reply" | "waiting"; role: "inbox" | "sent" },
) {
  const found = reader
    .selectFrom("message_locations as place")
    .crossJoin("messages as m")
    .crossJoin("classifications as c")
    .select(unansweredColumns)
    .where("place.user_id", "=", userId)
    .where("place.role", "=", role)
    .where("place.is_twin", "=", sql.lit(0))
    .where("place.date_key", ">=", firstKeyOf(since))
    .where("m.user_id", "=", userId)
    .whereRef("m.id", "=", "place.message_id")
    .where("m.date_key", ">=", firstKeyOf(since))
    .where("m.date_key", "<", firstKeyOf(upTo))
    .where("m.is_muted", "=", 0)
    .where("c.user_id", "=", userId)
    .whereRef("c.message_id", "=", "m.id")
    .where("c.turn", "=", turn)
    .orderBy("m.date_key", isOldestFirst ? "asc" : "desc")
    .limit(limit);
  return messageId ? found.where("place.message_id", "=", messageId) : found;
}

type Asking = ExpressionBuilder<Tables & { m: Tables["messages"] }, "m">;

function hasLaterOwn(row: Asking, userId: UserId): Expression<SqlBool> {
  return row.exists(
    laterIn(row, userId)
      .where("later.is_own", "=", 1)
      .where((later) => isWrittenByHuman(later, userId)),
  );
}

function laterIn(row: Asking, userId: UserId) {
  return row
    .selectFrom("messages as later")
    .select("later.id")
    .where("later.user_id", "=", userId)
    .whereRef("later.thread_id", "=", "m.thread_id")
    .whereRef("later.date_key", ">", "m.date_key");
}

/** Returns the Message-IDs of messages that bounced, and the messages to which an answer is queued. */
export async function lostAndAnswered(
  reader: Reader,
  userId: UserId,
): Promise<{ lost: Set<string>; answered: Set<string> }> {
  const rows = await reader
    .selectFrom("outbox")
    .select(["message_id_header", "renamed_to", "draft_json", "state", "bounces_json"])
    .where("user_id", "=", userId)
    .where("purpose", "=", "mail")
    .where((outbox) =>
      outbox.or([sql<SqlBool>`state in ('queued', 'sending')`, sql<SqlBool>`bounces_json <> '[]'`]),
    )
    .execute();
  const bounced = rows.filter((row) => row.bounces_json !== "[]");
  const under = rows.filter(({ state }) => state === "queued" || state === "sending");
  return {
    // `renamed_to` is usually "", and a message without a Message-ID does not count as lost.
    lost: new Set(
      bounced.flatMap((row) => [row.message_id_header, row.renamed_to]).filter((id) => id !== ""),
    ),
    answered: new Set(under.flatMap(({ draft_json }) => answeredBy(draft_json))),
  };
}

/** Returns the messages that the user's open drafts answer. */
export async function answeredInDrafts(reader: Reader, userId: UserId): Promise<Set<string>> {
  const rows = await reader
    .selectFrom("drafts")
    .select("content_json")
    .where("user_id", "=", userId)
    .where("state", "=", "open")
    .execute();
  return new Set(rows.flatMap(({ content_json }) => answeredBy(content_json)));
}

function answeredBy(json: string): string[] {
  const written: unknown = json === "" ? null : JSON.parse(json);
  if (typeof written !== "object" || written === null || !("inReplyTo" in written)) return [];
  return typeof written.inReplyTo === "string" ? [written.inReplyTo] : [];
}

/** Returns the threads of the given messages. */
export async function threadsOf(
  reader: Reader,
  userId: UserId,
  ids: readonly string[],
): Promise<Set<ThreadId>> {
  if (ids.length === 0) return new Set();
  const rows = await reader
    .selectFrom("messages")
    .select("thread_id")
    .where("user_id", "=", userId)
    .where("id", "in", ids as MessageId[])
    .execute();
  return new Set(rows.map((row) => row.thread_id));
}

/** Returns the subject of the newest message of each of the conversations. */
export async function newestOfThreads(
  reader: Reader,
  userId: UserId,
  threadIds: readonly ThreadId[],
): Promise<Map<ThreadId, string>> {
  if (threadIds.length === 0) return new Map();
  const rows = await reader
    .selectFrom("messages")
    .select(["thread_id", "subject"])
    .where("user_id", "=", userId)
    .where("thread_id", "in", threadIds)
    .orderBy("date_key", "asc")
    .execute();
  return new Map(rows.map((row) => [row.thread_id, row.subject]));
}
