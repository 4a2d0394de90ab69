import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import { inChunks } from "#/store/engine/chunks.ts";
import type { LocationRole } from "#/store/engine/schema.ts";
import type { UndoStep } from "#/store/undo/steps.ts";
import type { Writer } from "#/store/engine/writer.ts";

/** Roles from which messages can be snoozed, the inbox first. Elsewhere, snoozing has no effect. */
const sources: readonly LocationRole[] = ["inbox", "archive", "other"];

/** Hides messages from the inbox until this time; 0 returns them. Their locations on the servers do not change. */
export async function snoozeMessages(
  writer: Writer,
  userId: UserId,
  messages: readonly { id: MessageId; snoozed_until: number }[],
  until: number,
): Promise<UndoStep[]> {
  const changing = messages.filter((message) => message.snoozed_until !== until);
  const ids = changing.map(({ id }) => id);
  const snoozed = until === 0 ? ids : await hide(writer, userId, ids);
  if (until === 0) await show(writer, userId, ids);
  for (const some of inChunks(snoozed)) {
    await writer.db
      .updateTable("messages")
      .set({ snoozed_until: until })
      .where("user_id", "=", userId)
      .where("id", "in", some)
      .execute();
  }
  if (until > 0 && snoozed.length > 0) {
    await writer.job("return-snoozed", userId, userId, until);
  }
  const done = new Set(snoozed);
  return changing
    .filter(({ id }) => done.has(id))
    .map(({ id, snoozed_until: was }) => ({ kind: "snooze", messageId: id, was, is: until }));
}

/** Hides messages from the inbox, or from their location if they are not in the inbox. Returns the hidden ones. */
async function hide(writer: Writer, userId: UserId, ids: MessageId[]): Promise<MessageId[]> {
  const hidden = new Set<MessageId>();
  for (const role of sources) {
    for (const some of inChunks(ids.filter((id) => !hidden.has(id)))) {
      const rows = await writer.db
        .updateTable("message_locations")
        .set({ role: "snoozed" })
        .where("user_id", "=", userId)
        .where("message_id", "in", some)
        .where("role", "in", ["snoozed", role])
        .returning("message_id")
        .execute();
      for (const row of rows) hidden.add(row.message_id);
    }
  }
  return [...hidden];
}

/** Resets the role to that of the folder. */
export async function show(
  { db }: Writer,
  userId: UserId,
  ids: readonly MessageId[],
): Promise<void> {
  for (const some of inChunks(ids)) {
    await db
      .updateTable("message_locations")
      .set((location) => ({
        role: location
          .selectFrom("folders as f")
          .select("f.role")
          .whereRef("f.user_id", "=", "message_locations.user_id")
          .whereRef("f.id", "=", "message_locations.folder_id")
          .$asScalar(),
      }))
      .where("user_id", "=", userId)
      .where("message_id", "in", some)
      .where("role", "=", "snoozed")
      .execute();
  }
}
