import type { UserId } from "@inlet/contract/ids.ts";
import { preferencesOf } from "./preference-queries.ts";
import type { Command } from "#/store/commands/command.ts";

export interface Choice {
  userId: UserId;
  chosen: object;
  /** Time of the next daily summary, if the user wants one. */
  summaryAt?: number;
}

/** Merges the chosen preferences into the earlier ones. */
export const savePreferences: Command<Choice, void> = {
  durable: true,
  async run(writer, { userId, chosen, summaryAt }) {
    const { db } = writer;
    await writer.lock(userId);
    const before: object = JSON.parse(await preferencesOf(db, userId));
    const preferences = JSON.stringify({ ...before, ...chosen });
    await db
      .insertInto("user_preferences")
      .values({ user_id: userId, preferences_json: preferences })
      .onConflict((conflict) =>
        conflict.column("user_id").doUpdateSet({ preferences_json: preferences }),
      )
      .execute();
    if (summaryAt !== undefined) await writer.job("daily-summary", userId, userId, summaryAt);
    await writer.change(userId, "settings.changed", ["preferences"]);
  },
};
