import type { AccountId, MessageId, OutboxId, UserId } from "@inlet/contract/ids.ts";
import type { OutboxState } from "@inlet/contract/send.ts";
import { sql, type SqlBool } from "kysely";
import type { Reader } from "./database.ts";
import type { CalendarAnswerRow, CalendarMessageRow } from "./invitation-tables.ts";
import type { Bit } from "./tables.ts";

/** Of one event: so many mails count, the newest. Each attendee's answer is one. */
const ofOneEvent = 500;
const ofOneSpan = 500;

/** What the message says of an event; undefined when it says nothing of any. */
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

/** What of a message is needed to know whether its word about an event counts. */
export interface CalendarMail extends Omit<CalendarMessageRow, "source"> {
  account_id: AccountId;
  from_json: string;
  is_own: Bit;
  internal_date: number;
}

/** All that mail says of an event, the newest first; spam says nothing. */
export async function calendarMailsOf(
  reader: Reader,
  userId: UserId,
  uid: string,
): Promise<CalendarMail[]> {
  return mails(reader, userId)
    .where("calendar_messages.uid", "=", uid)
    .orderBy("messages.internal_date", "desc")
    .limit(ofOneEvent)
    .execute();
}

/** All that mail says of events that may fall into a span of time, but who answers. */
export async function calendarMailsWithin(
  reader: Reader,
  userId: UserId,
  { from, to }: { from: number; to: number },
): Promise<CalendarMail[]> {
  return mails(reader, userId)
    .where("calendar_messages.ends_at", ">=", from)
    .where("calendar_messages.starts_at", "<", to)
    .where("calendar_messages.method", "in", ["request", "cancel", "publish"])
    .orderBy("messages.internal_date", "desc")
    .limit(ofOneSpan)
    .execute();
}

/** Without the calendars as they came, which are large. */
const columns = [
  "calendar_messages.user_id",
  "calendar_messages.message_id",
  "calendar_messages.uid",
  "calendar_messages.recurrence_id",
  "calendar_messages.method",
  "calendar_messages.starts_at",
  "calendar_messages.ends_at",
  "calendar_messages.content_json",
] as const;

function mails(reader: Reader, userId: UserId) {
  return reader
    .selectFrom("calendar_messages")
    .innerJoin("messages", (join) =>
      join
        .onRef("messages.user_id", "=", "calendar_messages.user_id")
        .onRef("messages.id", "=", "calendar_messages.message_id"),
    )
    .select(columns)
    .select(["messages.account_id", "messages.from_json", "messages.is_own"])
    .select("messages.internal_date")
    .where("calendar_messages.user_id", "=", userId)
    .where(
      sql<SqlBool>`exists (select 1 from message_locations where message_locations.user_id = messages.user_id
        and message_locations.message_id = messages.id and message_locations.role <> 'spam')`,
    );
}

export interface StandingAnswer extends CalendarAnswerRow {
  state: OutboxState;
}

/** The person's answers about these events, the latest first, without those that were taken back. */
export async function answersOf(
  reader: Reader,
  userId: UserId,
  uids: readonly string[],
): Promise<StandingAnswer[]> {
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

/** The answer that a sent mail brought to the organiser; undefined when it brought none. */
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
