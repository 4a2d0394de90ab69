import { createHash } from "node:crypto";
import type { UserId } from "@inlet/contract/ids.ts";
import type { User } from "@inlet/contract/auth/user.ts";
import { Failure } from "#/base/failure.ts";
import { avatarOf } from "#/store/users/avatar-queries.ts";
import type { Reader } from "#/store/engine/database.ts";
import type { Execute } from "#/store/commands/command-bus.ts";
import type { UserRow } from "#/store/engine/schema.ts";
import { userById } from "#/store/users/queries.ts";

/** A user whose picture has no URL yet. `avatarVersion` is "" for users without a picture. */
export type Profile = Omit<User, "avatar"> & { avatarVersion: string };

interface Avatar {
  type: string;
  content: Uint8Array;
}

/** User profiles. */
export interface Profiles {
  /** Throws session.required if the user was deleted. */
  read: (userId: UserId) => Promise<Profile>;
  /** Keeps the present bio if none is given. Throws profile.name_required. */
  change: (userId: UserId, given: { name: string; bio?: string | undefined }) => Promise<Profile>;
  /** Returns the picture of this version; null if it does not exist or was replaced. */
  avatar: (userId: UserId, version: string) => Promise<Avatar | null>;
  saveAvatar: (userId: UserId, avatar: Avatar) => Promise<Profile>;
  removeAvatar: (userId: UserId) => Promise<Profile>;
}

/** Creates the profiles: names, bios and pictures. */
export function createProfiles({
  reader,
  execute,
}: {
  reader: Reader;
  execute: Execute;
}): Profiles {
  async function read(userId: UserId): Promise<Profile> {
    const row = await userById(reader, userId);
    if (!row) throw new Failure("session.required");
    return presentUser(row);
  }
  return {
    read,
    async change(userId, { name, bio }) {
      if (name.trim() === "") throw new Failure("profile.name_required");
      await execute("user.changeProfile", { userId, name: name.trim(), bio: bio?.trim() });
      return read(userId);
    },
    async avatar(userId, version) {
      const user = await userById(reader, userId);
      if (!user || version === "" || user.avatar_version !== version) return null;
      const row = await avatarOf(reader, userId);
      return row ? { type: row.type, content: row.content } : null;
    },
    async saveAvatar(userId, { type, content }) {
      const version = createHash("sha256").update(content).digest("hex").slice(0, 16);
      await execute("avatar.save", { userId, version, type, content });
      return read(userId);
    },
    async removeAvatar(userId) {
      await execute("avatar.remove", { userId });
      return read(userId);
    },
  };
}

/** Returns the fields of the row that code on this floor and above may see. */
export function presentUser(row: UserRow): Profile {
  const { id, name, email, role, bio, avatar_version: avatarVersion } = row;
  return { id, name, email, role, bio, avatarVersion };
}
