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
  const texts = new Map<MessageId, string>();
  for (const some of inChunks(ids)) {
    const rows = await reader
      .selectFrom("bodies")
      .select(["message_id", sql<string>`substr(text, 1, ${sql.lit(mostPlainText)})`.as("text")])
      .where("user_id", "=", userId)
      .where("message_id", "in", some)
      .execute();
    for (const { message_id: id, text } of rows) texts.set(id, text);
  }
  return texts;
}

/** The texts of these messages. */
export async function textsOf(
  reader: Reader,
  userId: UserId,
  ids: readonly MessageId[],
): Promise<Map<MessageId, { text: string; html: string }>> {
  const texts = new Map<MessageId, { text: string; html: string }>();
  for (const some of inChunks(ids)) {
    const rows = await reader
      .selectFrom("bodies")
      .select(["message_id", "text", "html"])
      .where("user_id", "=", userId)
      .where("message_id", "in", some)
      .execute();
    for (const { message_id, text, html } of rows) texts.set(message_id, { text, html });
  }
  return texts;
}

/** What can be found in the files that came with these messages: little enough to be read whole. */
export async function attachedTextsOf(
  reader: Reader,
  userId: UserId,
  ids: readonly MessageId[],
): Promise<Map<MessageId, string>> {
  const texts = new Map<MessageId, string>();
  for (const some of inChunks(ids)) {
    const rows = await reader
      .selectFrom("bodies")
      .select(["message_id", "attached"])
      .where("user_id", "=", userId)
      .where("message_id", "in", some)
      .execute();
    for (const { message_id: id, attached } of rows) texts.set(id, attached);
  }
  return texts;
}

/** The names of the files that came with these messages. */
export async function filenamesOf(
  reader: Reader,
  userId: UserId,
  ids: readonly MessageId[],
): Promise<Map<MessageId, string>> {
  const names = new Map<MessageId, string>();
  for (const some of inChunks(ids)) {
    const rows = await reader
      .selectFrom("attachments")
      .select(["message_id", "filename"])
      .where("user_id", "=", userId)
      .where("message_id", "in", some)
      .execute();
    for (const { message_id, filename } of rows)
      names.set(message_id, `${names.get(message_id) ?? ""} ${filename}`.trim());
  }
  return names;
}
