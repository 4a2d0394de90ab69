import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import { type Expression, sql, type SqlBool } from "kysely";
import type { Reader } from "#/store/engine/database.ts";
import { inChunks } from "#/store/engine/chunks.ts";
import { plainText } from "#/store/engine/storable-text.ts";
import type { Writer } from "#/store/engine/writer.ts";

/** Version of the marks that new messages get; messages with marks of an earlier version are marked again. */
export const marksVersion = 1;

/** Adds the search marks of one user's messages. */
export async function writeMarks(
  { db, engine }: Writer,
  userId: UserId,
  messages: readonly { dateKey: number; marks: readonly string[] }[],
): Promise<void> {
  const rows = messages
    .flatMap(({ dateKey, marks }) =>
      [...new Set(marks.map(plainText))].map((mark) => ({
        user_id: userId,
        mark,
        date_key: dateKey,
      })),
    )
    // In the order of the index.
    .toSorted((a, b) => (a.mark < b.mark ? -1 : a.mark > b.mark ? 1 : a.date_key - b.date_key));
  if (rows.length === 0) return;
  if (engine === "sqlite") {
    // A single statement for any number of rows, to prepare it only once.
    const list = JSON.stringify(rows.map((row) => [row.mark, row.date_key]));
    await sql`insert into search_marks (user_id, mark, date_key)
      select ${userId}, value ->> 0, value ->> 1 from json_each(${list})`.execute(db);
    return;
  }
  for (const some of inChunks(rows, 1000)) {
    await db.insertInto("search_marks").values(some).execute();
  }
}

/** Removes the search marks of messages. */
export async function dropMarks(
  { db }: Writer,
  userId: UserId,
  dateKeys: readonly number[],
): Promise<void> {
  if (dateKeys.length === 0) return;
  await db
    .deleteFrom("search_marks")
    .where("user_id", "=", userId)
    .where("date_key", "in", dateKeys)
    .execute();
}

/** Returns the condition for a mark, or a prefix of one. */
export function isMark({
  mark,
  isPrefix,
}: {
  mark: string;
  isPrefix: boolean;
}): Expression<SqlBool> {
  if (!isPrefix) return sql<SqlBool>`mark = ${mark}`;
  // No mark contains a character after U+10FFFF, the last one of Unicode.
  return sql<SqlBool>`(mark >= ${mark} and mark < ${`${mark}\u{10ffff}`})`;
}

/** Returns the words of one person in a header field: adjacent words can be found as a phrase. */
export function markOfField(field: "cc" | "bcc", words: readonly string[]): string {
  return `${field}: ${words.join(" ")} `;
}

/** Returns the condition for words in a field; they contain only letters and digits. */
export function isMarkOfField(ask: {
  field: "cc" | "bcc";
  words: readonly string[];
  isPrefix: boolean;
}): Expression<SqlBool> {
  const { field, words, isPrefix } = ask;
  const pattern = `${field}:% ${words.join(" ")}${isPrefix ? "" : " "}%`;
  return sql<SqlBool>`(mark >= ${`${field}:`} and mark < ${`${field};`} and mark like ${pattern})`;
}

/** A message that was ingested before marks existed, with the data to compute them from. */
export interface UnmarkedMessage {
  id: MessageId;
  userId: UserId;
  dateKey: number;
  signsJson: string;
  ccJson: string;
  bccJson: string;
  text: string;
  html: string;
  attachments: { filename: string; type: string; isInline: boolean }[];
  isInvite: boolean;
}

/** Returns the newest messages of all users without current search marks. The server adds the marks in the background. */
export async function unmarkedMessages(reader: Reader, limit: number): Promise<UnmarkedMessage[]> {
  const rows = await reader
    .selectFrom("messages")
    .select(["id", "user_id", "date_key", "signs_json", "cc_json", "bcc_json"])
    .where("marks_version", "=", sql.lit(0))
    .orderBy("date_key", "desc")
    .limit(limit)
    .execute();
  const found: UnmarkedMessage[] = [];
  for (const [userId, of] of Map.groupBy(rows, (row) => row.user_id)) {
    const ids = of.map(({ id }) => id);
    const bodies = await reader
      .selectFrom("bodies")
      .select(["message_id", "text", "html"])
      .where("user_id", "=", userId)
      .where("message_id", "in", ids)
      .execute();
    const files = await reader
      .selectFrom("attachments")
      .select(["message_id", "filename", "type", "is_inline"])
      .where("user_id", "=", userId)
      .where("message_id", "in", ids)
      .execute();
    const invites = await reader
      .selectFrom("calendar_messages")
      .select("message_id")
      .where("user_id", "=", userId)
      .where("message_id", "in", ids)
      .execute();
    const bodyOf = new Map(bodies.map((row) => [row.message_id, row]));
    const filesOf = Map.groupBy(files, (row) => row.message_id);
    const invited = new Set(invites.map((row) => row.message_id));
    for (const row of of) {
      found.push({
        id: row.id,
        userId,
        dateKey: row.date_key,
        signsJson: row.signs_json,
        ccJson: row.cc_json,
        bccJson: row.bcc_json,
        text: bodyOf.get(row.id)?.text ?? "",
        html: bodyOf.get(row.id)?.html ?? "",
        attachments: (filesOf.get(row.id) ?? []).map(({ filename, type, is_inline: isInline }) => ({
          filename,
          type,
          isInline: isInline === 1,
        })),
        isInvite: invited.has(row.id),
      });
    }
  }
  return found;
}
