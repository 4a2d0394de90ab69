import type { UserId } from "@inlet/contract/ids.ts";
import type { AvatarRow } from "../auth/schema.ts";
import type { Command } from "#/store/commands/command.ts";

/** Changes the profile. Without a bio the stored one stays. */
export const changeProfile: Command<
  { userId: UserId; name: string; bio?: string | undefined },
  void
> = {
  durable: true,
  async run(writer, { userId, name, bio }) {
    await writer.db
      .updateTable("users")
      .set({ name, ...(bio !== undefined && { bio }) })
      .where("id", "=", userId)
      .execute();
    await writer.change(userId, "settings.changed", ["profile"]);
  },
};

/** Saves the picture, and replaces an earlier one. */
export const saveAvatar: Command<
  { userId: UserId; version: string } & Pick<AvatarRow, "type" | "content">,
  void
> = {
  durable: true,
  async run(writer, { userId, version, type, content }) {
    await writer.db
      .insertInto("avatars")
      .values({ user_id: userId, type, content })
      .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ type, content }))
      .execute();
    await writer.db
      .updateTable("users")
      .set({ avatar_version: version })
      .where("id", "=", userId)
      .execute();
    await writer.change(userId, "settings.changed", ["profile"]);
  },
};

export const removeAvatar: Command<{ userId: UserId }, void> = {
  durable: true,
  async run(writer, { userId }) {
    await writer.db.deleteFrom("avatars").where("user_id", "=", userId).execute();
    await writer.db
      .updateTable("users")
      .set({ avatar_version: "" })
      .where("id", "=", userId)
      .execute();
    await writer.change(userId, "settings.changed", ["profile"]);
  },
};
