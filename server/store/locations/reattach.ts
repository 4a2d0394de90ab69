import type { MessageId } from "@inlet/contract/ids.ts";
import { sql } from "kysely";
import { clampDate, firstKeyOf } from "#/store/messages/date-keys.ts";
import { plainJson, plainText } from "#/store/engine/storable-text.ts";
import type { FolderRow, MessageRow } from "#/store/engine/schema.ts";
import type { IncomingMessage } from "#/store/messages/ingest-types.ts";
import type { Writer } from "#/store/engine/writer.ts";

/**
 * Returns the properties that a move or copy preserves: Message-ID, size, INTERNALDATE, and the content, as a Message-ID may be
 * reused. "" without a Message-ID, which does not allow a match.
 */
export function attachKey({ message, ...take }: IncomingMessage, now: number): string {
  return keyOf({
    message_id_header: plainText(message.messageId),
    size_bytes: take.sizeBytes,
    internal_date: clampDate(take.internalDate, now),
    from_json: plainJson(message.from),
    subject: plainText(message.subject),
    preview: plainText(message.preview),
    twin_key: take.duplicateKey,
  });
}

export interface Known {
  id: MessageId;
  /** Date key of its locations. */
  dateKey: number;
  isSnoozed: boolean;
}

/** Returns the account's stored messages that could be these, by their attachKey. */
export async function findReattachable(
  { db, now }: Writer,
  folder: FolderRow,
  messages: readonly IncomingMessage[],
): Promise<Map<string, Known>> {
  const headers = [...new Set(messages.map(({ message }) => plainText(message.messageId)))].filter(
    (header) => header !== "",
  );
  if (headers.length === 0) return new Map();
  const future = new Set(
    messages
      .filter((take) => take.internalDate > now)
      .map((take) => plainText(take.message.messageId)),
  );
  const rows = await db
    .selectFrom("messages")
    .select(["id", "date_key", "list_key", "snoozed_until", ...keyColumns])
    .where("user_id", "=", folder.user_id)
    .where("account_id", "=", folder.account_id)
    .where("message_id_header", "<>", sql.lit(""))
    .where("message_id_header", "in", headers)
    .execute();
  return new Map(
    rows.map(({ id, date_key: dateKey, list_key: listKey, snoozed_until: until, ...row }) => {
      // A date in the future was clamped to the time of the first ingest, which clamping again does not reproduce.
      const date = future.has(row.message_id_header) ? now : row.internal_date;
      const known = { id, dateKey: listKey || dateKey, isSnoozed: until > 0 };
      return [keyOf({ ...row, internal_date: date }), known];
    }),
  );
}

/**
 * Finds the account's messages without a Message-ID that have no location, or are searched for in this folder, and have identical
 * content. Returns them by the UID of the found message; each is used once.
 */
export async function findOrphans(
  { db, now }: Writer,
  folder: FolderRow,
  messages: readonly IncomingMessage[],
): Promise<Map<number, Known>> {
  const found = new Map<number, Known>();
  const given = new Set<MessageId>();
  for (const take of messages) {
    if (take.message.messageId !== "" || take.message.notice !== "") continue;
    const date = clampDate(take.internalDate, now);
    const first = firstKeyOf(date);
    const rows = await db
      .selectFrom("messages as m")
      .innerJoin("bodies as b", (join) =>
        join.onRef("b.user_id", "=", "m.user_id").onRef("b.message_id", "=", "m.id"),
      )
      .select(["m.id", "m.date_key", "m.list_key", "m.snoozed_until"])
      .where("m.user_id", "=", folder.user_id)
      .where("m.date_key", ">=", first)
      .where("m.date_key", "<", firstKeyOf(date + 1000))
      .where("m.account_id", "=", folder.account_id)
      .where((row) =>
        row.or([
          row("m.orphaned_at", ">", 0),
          row.exists(
            row
              .selectFrom("pending_operations as o")
              .select("o.id")
              .whereRef("o.user_id", "=", "m.user_id")
              .whereRef("o.message_id", "=", "m.id")
              .where("o.folder_id", "=", folder.id)
              .where("o.uid", "=", 0),
          ),
        ]),
      )
      .where("m.internal_date", "=", date)
      .where("m.size_bytes", "=", take.sizeBytes)
      .where("m.message_id_header", "=", "")
      .where("m.subject", "=", plainText(take.message.subject))
      .where("m.from_json", "=", plainJson(take.message.from))
      .where("b.text", "=", plainText(take.message.text))
      .where("b.html", "=", plainText(take.message.html))
      .execute();
    const row = rows.find(({ id }) => !given.has(id));
    if (row === undefined) continue;
    given.add(row.id);
    const { id, date_key: dateKey, list_key: listKey, snoozed_until: until } = row;
    found.set(take.uid, { id, dateKey: listKey || dateKey, isSnoozed: until > 0 });
  }
  return found;
}

const keyColumns = [
  "message_id_header",
  "size_bytes",
  "internal_date",
  "from_json",
  "subject",
  "preview",
  // A hash that includes the text, to keep a message from getting another one's body.
  "twin_key",
] as const;

function keyOf(row: Pick<MessageRow, (typeof keyColumns)[number]>): string {
  return row.message_id_header === "" ? "" : JSON.stringify(keyColumns.map((name) => row[name]));
}
