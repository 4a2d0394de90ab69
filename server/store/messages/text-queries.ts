import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import { sql } from "kysely";
import type { Reader } from "#/store/engine/database.ts";
import { inChunks } from "#/store/engine/chunks.ts";

/** Maximum length of a plain text: more adds nothing to its subject matter, and for many messages at once would be too much. */
const maxPlainText = 30_000;

/** Returns the texts of messages without their HTML, up to a length that shows their subject matter. */
export async function plainTextsOf(
  reader: Reader,
  userId: UserId,
  ids: readonly MessageId[],
): Promise<Map<MessageId, string>> {
  const rows = await ofAll(ids, (some) =>
    bodiesOf(reader, userId, some)
      .select(["message_id", sql<string>`substr(text, 1, ${sql.lit(maxPlainText)})`.as("text")])
      .execute(),
  );
  return new Map(rows.map(({ message_id: id, text }) => [id, text]));
}

/** Returns the texts of messages. */
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

/** Returns the searchable texts of messages' attachments: short enough to be read completely. */
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

/** Returns the names of the files attached to these messages. */
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
