import type { UserId } from "@inlet/contract/ids.ts";
import type { ClassificationPreferences } from "@inlet/contract/ai/classification.ts";
import { preferencesOf } from "../users/preference-queries.ts";
import { readClassificationPreferences } from "./settings-queries.ts";
import type { Command } from "#/store/commands/command.ts";

/** The part of it that is set, as the contract parses it. */
type SomePreferences = {
  [Name in keyof ClassificationPreferences]?: ClassificationPreferences[Name] | undefined;
};

/** Saves the options that the user chose for classification, next to earlier choices. */
export const saveClassificationPreferences: Command<
  { userId: UserId; chosen: SomePreferences },
  void
> = {
  durable: true,
  async run(writer, { userId, chosen }) {
    const { db } = writer;
    await writer.lock(userId);
    const preferences = await preferencesOf(db, userId);
    const was = readClassificationPreferences(preferences);
    const classification: ClassificationPreferences = {
      highShare: chosen.highShare ?? was.highShare,
      learnsFromUse: chosen.learnsFromUse ?? was.learnsFromUse,
    };
    // Safe: savePreferences and this command write nothing but objects.
    const before = JSON.parse(preferences) as object;
    const json = JSON.stringify({ ...before, sorting: classification });
    await db
      .insertInto("user_preferences")
      .values({ user_id: userId, preferences_json: json })
      .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ preferences_json: json }))
      .execute();
    if (!classification.learnsFromUse) {
      await db.deleteFrom("sorting_uses").where("user_id", "=", userId).execute();
    }
    await writer.job("learn-sorting", userId, userId);
    await writer.change(userId, "settings.changed", ["sorting"]);
  },
};
