import type { UserId } from "@inlet/contract/ids.ts";
import type { ChatTurnRow } from "./assistant-tables.ts";
import type { Reader } from "./database.ts";

/** What a person asked, the oldest first. */
export async function chatTurnsOf(reader: Reader, userId: UserId): Promise<ChatTurnRow[]> {
  return reader
    .selectFrom("chat_turns")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("id")
    .execute();
}

/** What a person asked last. */
export async function lastChatTurn(
  reader: Reader,
  userId: UserId,
): Promise<ChatTurnRow | undefined> {
  return reader
    .selectFrom("chat_turns")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}
