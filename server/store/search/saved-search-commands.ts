import type { SavedSearchId, UserId } from "@inlet/contract/ids.ts";
import { searchLimits } from "@inlet/contract/mail/search-limits.ts";
import { Failure } from "#/base/failure.ts";
import type { SavedSearchRow } from "./schema.ts";
import type { Command } from "#/store/commands/command.ts";

/** Creates or changes a saved search. Throws saved_search.name_taken, saved_search.too_many. */
export const saveSearch: Command<Omit<SavedSearchRow, "created_at" | "updated_at">, void> = {
  durable: true,
  async run(writer, search) {
    const { db } = writer;
    const { user_id: userId, id } = search;
    await writer.lock(userId);
    const others = await db
      .selectFrom("saved_searches")
      .select("name")
      .where("user_id", "=", userId)
      .where("id", "<>", id)
      .execute();
    const name = search.name.toLowerCase();
    if (others.some((other) => other.name.toLowerCase() === name)) {
      throw new Failure("saved_search.name_taken");
    }
    if (others.length >= searchLimits.saved) throw new Failure("saved_search.too_many");
    const values = { ...search, updated_at: writer.now };
    await db
      .insertInto("saved_searches")
      .values({ ...values, created_at: writer.now })
      .onConflict((conflict) => conflict.columns(["user_id", "id"]).doUpdateSet(values))
      .execute();
    await writer.change(userId, "settings.changed", ["searches"]);
  },
};

/** Deletes a saved search. A missing one is not an error. */
export const removeSavedSearch: Command<{ userId: UserId; id: SavedSearchId }, void> = {
  durable: true,
  async run(writer, { userId, id }) {
    await writer.db
      .deleteFrom("saved_searches")
      .where("user_id", "=", userId)
      .where("id", "=", id)
      .execute();
    await writer.change(userId, "settings.changed", ["searches"]);
  },
};
