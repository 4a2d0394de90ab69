import type { MessageId } from "@inlet/contract/ids.ts";
import { sql } from "kysely";
import { clampDate } from "./date-keys.ts";
import { plainText } from "./plain-text.ts";
import type { FolderRow } from "./tables.ts";
import type { TakeIn } from "./take-in.ts";
import type { Writer } from "./writer.ts";

/** What a move or copy keeps: Message-ID, size and INTERNALDATE. "" without a Message-ID, when nothing tells. */
export function attachKey(take: TakeIn, now: number): string {
  const header = plainText(take.message.messageId);
  return header === "" ? "" : keyOf(header, take.sizeBytes, clampDate(take.internalDate, now));
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
    .select(["id", "date_key", "message_id_header", "size_bytes", "internal_date"])
    .where("user_id", "=", folder.user_id)
    .where("account_id", "=", folder.account_id)
    .where("message_id_header", "<>", sql.lit(""))
    .where("message_id_header", "in", headers)
    .execute();
  return new Map(
    rows.map((row) => {
      // A date in the future was clamped to the time of the first take-in, which another clamping cannot repeat.
      const date = future.has(row.message_id_header) ? now : row.internal_date;
      return [
        keyOf(row.message_id_header, row.size_bytes, date),
        { id: row.id, dateKey: row.date_key },
      ];
    }),
  );
}

function keyOf(header: string, sizeBytes: number, date: number): string {
  return `${sizeBytes} ${date} ${header}`;
}
