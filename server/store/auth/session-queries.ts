import type { UserId } from "@inlet/contract/ids.ts";
import type { Reader } from "#/store/engine/database.ts";
import type { SessionRow } from "#/store/engine/schema.ts";

/** Lifetime of a session without use, and its maximum lifetime. */
export const sessionLasts = { idleMs: 30 * 24 * 3600_000, absoluteMs: 90 * 24 * 3600_000 };

/** Returns the session whose token has this hash, provided that its user exists and is enabled. */
export async function sessionByTokenHash(
  reader: Reader,
  tokenHash: string,
): Promise<SessionRow | undefined> {
  return (
    reader
      .selectFrom("sessions")
      .selectAll()
      .where("token_hash", "=", tokenHash)
      // A session that a deleted user left behind is not valid. An `exists` rather than a list of all enabled users: SQLite would
      // build that list on every call.
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom("users")
            .select("users.id")
            .whereRef("users.id", "=", "sessions.user_id")
            .where("users.disabled_at", "=", 0),
        ),
      )
      .executeTakeFirst()
  );
}

/** Returns the start of this session of the user; undefined if the session has ended. */
export async function sessionBeganAt(
  reader: Reader,
  userId: UserId,
  id: string,
): Promise<number | undefined> {
  const row = await reader
    .selectFrom("sessions")
    .select("created_at")
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.created_at;
}

/** Returns the user's sessions, including expired ones, last used first. */
export async function sessionsOf(reader: Reader, userId: UserId): Promise<SessionRow[]> {
  return reader
    .selectFrom("sessions")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("last_used_at", "desc")
    .orderBy("id", "desc")
    .execute();
}
