import type { UserId } from "@inlet/contract/ids.ts";
import type { ChatTurnRow } from "./assistant-schema.ts";
import type { Reader } from "#/store/engine/database.ts";

/** Returns the user's questions with their answers, the oldest first. */
export async function chatTurnsOf(reader: Reader, userId: UserId): Promise<ChatTurnRow[]> {
  return reader
    .selectFrom("chat_turns")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("id")
    .execute();
}

/** Returns the user's latest question with its answer. */
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
