import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import { sql } from "kysely";
import type { Reader } from "./database.ts";
import { inChunks } from "./in-chunks.ts";

/** More says nothing more of what a mail is about; of many mails at once all would be too much. */
const mostPlainText = 30_000;

/** The words of these messages without their HTML, as many as tell what they are about. */
export async function plainTextsOf(
  reader: Reader,
  userId: UserId,
  ids: readonly MessageId[],
): Promise<Map<MessageId, string>> {
  const rows = await ofAll(ids, (some) =>
    bodiesOf(reader, userId, some)
      .select(["message_id", sql<string>`substr(text, 1, ${sql.lit(mostPlainText)})`.as("text")])
      .execute(),
  );
  return new Map(rows.map(({ message_id: id, text }) => [id, text]));
}

/** The texts of these messages. */
export async function textsOf(
  reader: Reader,
  userId: UserId,
  ids: readonly MessageId[],
): Promise<Map<MessageId, { text: string; html: string }>> {
  const rows = await ofAll(ids, (some) =>
    bodiesOf(reader, userId, some).select(["message_id", "text", "html"]).execute(),
  );
  return new Map(rows.map(({ message_id: id, text, html }) => [id, { text, html }]));
}

/** What can be found in the files that came with these messages: little enough to be read whole. */
export async function attachedTextsOf(
  reader: Reader,
  userId: UserId,
  ids: readonly MessageId[],
): Promise<Map<MessageId, string>> {
  const rows = await ofAll(ids, (some) =>
    bodiesOf(reader, userId, some).select(["message_id", "attached"]).execute(),
  );
  return new Map(rows.map(({ message_id: id, attached }) => [id, attached]));
}

/** The names of the files that came with these messages. */
export async function filenamesOf(
  reader: Reader,
  userId: UserId,
  ids: readonly MessageId[],
): Promise<Map<MessageId, string>> {
  const names = new Map<MessageId, string>();
  const rows = await ofAll(ids, (some) =>
    reader
      .selectFrom("attachments")
      .select(["message_id", "filename"])
      .where("user_id", "=", userId)
      .where("message_id", "in", some)
      .execute(),
  );
  for (const { message_id: id, filename } of rows) {
    names.set(id, `${names.get(id) ?? ""} ${filename}`.trim());
  }
  return names;
}

function bodiesOf(reader: Reader, userId: UserId, ids: readonly MessageId[]) {
  return reader.selectFrom("bodies").where("user_id", "=", userId).where("message_id", "in", ids);
}

async function ofAll<Row>(
  ids: readonly MessageId[],
  read: (some: MessageId[]) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const some of inChunks(ids)) rows.push(...(await read(some)));
  return rows;
}
