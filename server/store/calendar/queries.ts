import type { AccountId, MessageId, OutboxId, UserId } from "@inlet/contract/ids.ts";
import type { OutboxState } from "@inlet/contract/mail/send.ts";
import { sql, type SqlBool } from "kysely";
import type { Reader } from "#/store/engine/database.ts";
import type { CalendarAnswerRow, CalendarMessageRow } from "./schema.ts";
import type { Bit } from "#/store/engine/bit.ts";

/** Maximum number of messages about one event, the newest ones. Each attendee's answer is a message. */
const ofOneEvent = 500;
const ofOneSpan = 100;
const ofSeveral = 2000;

/** Returns the event of the message; undefined if it has none. */
export async function calendarMessage(
  reader: Reader,
  userId: UserId,
  messageId: MessageId,
): Promise<CalendarMessageRow | undefined> {
  return reader
    .selectFrom("calendar_messages")
    .selectAll()
    .where("user_id", "=", userId)
    .where("message_id", "=", messageId)
    .executeTakeFirst();
}

/** Returns true if a message was sent from here, or is in a Sent folder: a From header alone can be forged. */
export async function isKnownAsSent(
  reader: Reader,
  userId: UserId,
  messageId: MessageId,
): Promise<boolean> {
  const sent = await reader
    .selectFrom("message_locations")
    .select("message_id")
    .where("user_id", "=", userId)
    .where("message_id", "=", messageId)
    .where("role", "=", "sent")
    .limit(1)
    .executeTakeFirst();
  return sent !== undefined;
}

/** The facts that decide if a message about an event counts. */
export interface CalendarWord extends Omit<
  CalendarMessageRow,
  "source" | "content_json" | "starts_at" | "ends_at"
> {
  account_id: AccountId;
  /** IMAP host of the account that received it. */
  imap_host: string;
  from_json: string;
  signs_json: string;
  is_own: Bit;
  internal_date: number;
}

/** Returns the event of a message in any folder; undefined if it has none. */
export async function calendarWord(
  reader: Reader,
  userId: UserId,
  messageId: MessageId,
): Promise<CalendarWord | undefined> {
  return words(reader, userId)
    .where("calendar_messages.message_id", "=", messageId)
    .executeTakeFirst();
}

/** Reports whether the message is about an event. */
export async function hasCalendar(
  reader: Reader,
  userId: UserId,
  messageId: MessageId,
): Promise<boolean> {
  const row = await reader
    .selectFrom("calendar_messages")
    .select("message_id")
    .where("user_id", "=", userId)
    .where("message_id", "=", messageId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the contents of all messages about an event, newest first, without spam. */
export async function calendarWordsOf(
  reader: Reader,
  userId: UserId,
  uid: string,
): Promise<CalendarWord[]> {
  return words(reader, userId)
    .where("calendar_messages.uid", "=", uid)
    .where(isNoSpam)
    .orderBy("messages.internal_date", "desc")
    .limit(ofOneEvent)
    .execute();
}

/** Like `calendarWordsOf` for several events, without the answers of guests. */
export async function calendarChangesOf(
  reader: Reader,
  userId: UserId,
  uids: readonly string[],
): Promise<CalendarWord[]> {
  if (uids.length === 0) return [];
  return words(reader, userId)
    .where("calendar_messages.uid", "in", uids)
    .where("calendar_messages.method", "in", ["request", "cancel", "publish"])
    .where(isNoSpam)
    .orderBy("messages.internal_date", "desc")
    .limit(ofSeveral)
    .execute();
}

/** Returns invitations to events that may overlap a time range, if the user sent or accepted them. */
export async function calendarWordsWithin(
  reader: Reader,
  userId: UserId,
  { from, to, besides }: { from: number; to: number; besides: string },
): Promise<CalendarWord[]> {
  return words(reader, userId)
    .where("calendar_messages.ends_at", ">=", from)
    .where("calendar_messages.starts_at", "<", to)
    .where("calendar_messages.method", "=", "request")
    .where("calendar_messages.uid", "<>", besides)
    .where(isNoSpam)
    .where(
      sql<SqlBool>`(messages.is_own = 1 or exists (select 1 from calendar_answers
        where calendar_answers.user_id = calendar_messages.user_id and calendar_answers.uid = calendar_messages.uid
        and calendar_answers.organiser = calendar_messages.organiser and calendar_answers.answer = 'accepted'))`,
    )
    .orderBy("messages.internal_date", "desc")
    .limit(ofOneSpan)
    .execute();
}

/** Returns the full content of the messages, as JSON; longer ones than `lengthMax` are left out. */
export async function calendarContents(
  reader: Reader,
  userId: UserId,
  messageIds: readonly MessageId[],
  lengthMax: number,
): Promise<ReadonlyMap<MessageId, string>> {
  if (messageIds.length === 0) return new Map();
  const rows = await reader
    .selectFrom("calendar_messages")
    .select(["message_id", "content_json"])
    .where("user_id", "=", userId)
    .where("message_id", "in", messageIds)
    .where(sql<SqlBool>`length(content_json) <= ${lengthMax}`)
    .execute();
  return new Map(rows.map((row) => [row.message_id, row.content_json]));
}

const isNoSpam = sql<SqlBool>`exists (select 1 from message_locations where message_locations.user_id = messages.user_id
  and message_locations.message_id = messages.id and message_locations.role <> 'spam')`;

/** Omits the full contents and the calendars as received, which are large. */
const columns = [
  "calendar_messages.user_id",
  "calendar_messages.message_id",
  "calendar_messages.uid",
  "calendar_messages.recurrence_id",
  "calendar_messages.method",
  "calendar_messages.organiser",
  "calendar_messages.sequence",
  "calendar_messages.stamped_at",
] as const;

function words(reader: Reader, userId: UserId) {
  return reader
    .selectFrom("calendar_messages")
    .innerJoin("messages", (join) =>
      join
        .onRef("messages.user_id", "=", "calendar_messages.user_id")
        .onRef("messages.id", "=", "calendar_messages.message_id"),
    )
    .innerJoin("accounts", (join) =>
      join
        .onRef("accounts.user_id", "=", "messages.user_id")
        .onRef("accounts.id", "=", "messages.account_id"),
    )
    .select(columns)
    .select(["messages.account_id", "messages.from_json", "messages.signs_json"])
    .select(["messages.is_own", "messages.internal_date", "accounts.imap_host"])
    .where("calendar_messages.user_id", "=", userId);
}

export interface CurrentAnswer extends CalendarAnswerRow {
  state: OutboxState;
}

/** Returns the user's answers about these events, the latest first, without cancelled ones. */
export async function answersOf(
  reader: Reader,
  userId: UserId,
  uids: readonly string[],
): Promise<CurrentAnswer[]> {
  if (uids.length === 0) return [];
  return reader
    .selectFrom("calendar_answers")
    .innerJoin("outbox", (join) =>
      join
        .onRef("outbox.user_id", "=", "calendar_answers.user_id")
        .onRef("outbox.id", "=", "calendar_answers.outbox_id"),
    )
    .selectAll("calendar_answers")
    .select("outbox.state")
    .where("calendar_answers.user_id", "=", userId)
    .where("calendar_answers.uid", "in", uids)
    .where("outbox.state", "<>", "cancelled")
    .orderBy("calendar_answers.number", "desc")
    .execute();
}

/** Reports whether two answers are of the same person to the same organizer, about the same date of the same event. */
export function isOfSame(one: AnswerKey, other: AnswerKey): boolean {
  return (
    one.uid === other.uid &&
    one.recurrence_id === other.recurrence_id &&
    one.organiser === other.organiser &&
    one.attendee === other.attendee
  );
}

type AnswerKey = Pick<CalendarAnswerRow, "uid" | "recurrence_id" | "organiser" | "attendee">;

/** Returns the answer that a sent message carried to the organizer; undefined if it carried none. */
export async function answerSentBy(
  reader: Reader,
  userId: UserId,
  outboxId: OutboxId,
): Promise<CalendarAnswerRow | undefined> {
  return reader
    .selectFrom("calendar_answers")
    .selectAll()
    .where("user_id", "=", userId)
    .where("outbox_id", "=", outboxId)
    .executeTakeFirst();
}
