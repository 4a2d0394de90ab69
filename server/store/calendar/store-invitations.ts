import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import { inChunks } from "#/store/engine/chunks.ts";
import type { CalendarMessageRow } from "./schema.ts";
import { plainJson, plainText } from "#/store/engine/storable-text.ts";
import type { IncomingContent } from "#/store/messages/ingest-types.ts";
import type { Writer } from "#/store/engine/writer.ts";

/** Stores the calendar contents of new messages. */
export async function storeCalendars(
  { db }: Writer,
  userId: UserId,
  added: readonly { messageId: MessageId; take: { message: IncomingContent } }[],
): Promise<void> {
  const rows = added.flatMap(({ messageId, take }): CalendarMessageRow[] => {
    if (take.message.calendar === undefined) return [];
    const { source, ...calendar } = take.message.calendar;
    const startsAt = calendar.start?.at ?? 0;
    const endsAt = calendar.end?.at ?? startsAt;
    return [
      {
        user_id: userId,
        message_id: messageId,
        uid: plainText(calendar.uid),
        recurrence_id: calendar.recurrenceId,
        method: calendar.method,
        organiser: plainText(calendar.organiser?.address.toLowerCase() ?? ""),
        sequence: calendar.sequence,
        stamped_at: calendar.stampedAt,
        starts_at: startsAt,
        // The last occurrence is computed on request.
        ends_at: calendar.recurrence === null ? endsAt : Number.MAX_SAFE_INTEGER,
        content_json: plainJson(calendar),
        source: plainText(source),
      },
    ];
  });
  for (const some of inChunks(rows, 100)) {
    await db.insertInto("calendar_messages").values(some).execute();
  }
}
