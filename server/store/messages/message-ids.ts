import type { Reader } from "#/store/engine/database.ts";
import type { FolderRow } from "#/store/engine/schema.ts";

/** Reports whether the folder has a message with this Message-ID. */
export async function holdsMessageId(
  reader: Reader,
  folder: Pick<FolderRow, "user_id" | "account_id" | "id">,
  messageId: string,
): Promise<boolean> {
  const found = await reader
    .selectFrom("messages")
    .innerJoin("message_locations", (join) =>
      join
        .onRef("message_locations.user_id", "=", "messages.user_id")
        .onRef("message_locations.message_id", "=", "messages.id"),
    )
    .select("messages.id")
    .where("messages.user_id", "=", folder.user_id)
    .where("messages.account_id", "=", folder.account_id)
    .where("messages.message_id_header", "=", messageId)
    .where("message_locations.folder_id", "=", folder.id)
    .executeTakeFirst();
  return found !== undefined;
}
