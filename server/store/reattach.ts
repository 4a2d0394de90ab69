import type { MessageId } from "@inlet/contract/ids.ts";
import { sql } from "kysely";
import { clampDate } from "./date-keys.ts";
import { plainJson, plainText } from "./plain-text.ts";
import type { FolderRow, MessageRow } from "./tables.ts";
import type { TakeIn } from "./take-in.ts";
import type { Writer } from "./writer.ts";

/**
 * What a move or copy keeps: Message-ID, size, INTERNALDATE, and what the mail says, for anybody may reuse a
 * Message-ID. "" without one, when nothing tells.
 */
export function attachKey({ message, ...take }: TakeIn, now: number): string {
  return keyOf({
    message_id_header: plainText(message.messageId),
    size_bytes: take.sizeBytes,
    internal_date: clampDate(take.internalDate, now),
    from_json: plainJson(message.from),
    subject: plainText(message.subject),
    preview: plainText(message.preview),
  });
}

/** The account's messages that could be these, by their attachKey. */
export async function findReattachable(
  { db, now }: Writer,
  folder: FolderRow,
  messages: readonly TakeIn[],
): Promise<Map<string, { id: MessageId; dateKey: number }>> {
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
    .select(["id", "date_key", ...keyColumns])
    .where("user_id", "=", folder.user_id)
    .where("account_id", "=", folder.account_id)
    .where("message_id_header", "<>", sql.lit(""))
    .where("message_id_header", "in", headers)
    .execute();
  return new Map(
    rows.map(({ id, date_key: dateKey, ...row }) => {
      // A date in the future was clamped to the time of the first take-in, which another clamping cannot repeat.
      const date = future.has(row.message_id_header) ? now : row.internal_date;
      return [keyOf({ ...row, internal_date: date }), { id, dateKey }];
    }),
  );
}

const keyColumns = [
  "message_id_header",
  "size_bytes",
  "internal_date",
  "from_json",
  "subject",
  "preview",
] as const;

function keyOf(row: Pick<MessageRow, (typeof keyColumns)[number]>): string {
  return row.message_id_header === "" ? "" : JSON.stringify(keyColumns.map((name) => row[name]));
}
