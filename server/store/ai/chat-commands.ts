import type { TurnId, UserId } from "@inlet/contract/ids.ts";
import { newId } from "../engine/new-id.ts";
import { plainText } from "../engine/storable-text.ts";
import type { Command } from "#/store/commands/command.ts";

/** Maximum number of questions stored per user. */
const kept = 100;

/** Saves a question with its answer. */
export const addChatTurn: Command<{ userId: UserId; query: string; answerJson: string }, TurnId> = {
  durable: false,
  async run({ db, now }, { userId, query, answerJson }) {
    const id = newId<TurnId>(now);
    await db
      .insertInto("chat_turns")
      .values({
        user_id: userId,
        id,
        query: plainText(query),
        created_at: now,
        answer_json: answerJson,
      })
      .execute();
    const beyond = await db
      .selectFrom("chat_turns")
      .select("id")
      .where("user_id", "=", userId)
      .orderBy("id", "desc")
      .offset(kept)
      .limit(1)
      .executeTakeFirst();
    if (beyond) {
      await db
        .deleteFrom("chat_turns")
        .where("user_id", "=", userId)
        .where("id", "<=", beyond.id)
        .execute();
    }
    return id;
  },
};

/** Deletes all questions of a user. */
export const clearChat: Command<{ userId: UserId }, void> = {
  durable: true,
  async run({ db }, { userId }) {
    await db.deleteFrom("chat_turns").where("user_id", "=", userId).execute();
  },
};
