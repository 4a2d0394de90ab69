import type { UserId } from "@inlet/contract/ids.ts";
import type { Reader } from "#/store/engine/database.ts";
import type { ApiTokenRow } from "./schema.ts";

/** Returns the token with this hash, even if it expired, provided that its user exists and is enabled. */
export async function apiTokenByHash(
  reader: Reader,
  tokenHash: string,
): Promise<ApiTokenRow | undefined> {
  return (
    reader
      .selectFrom("api_tokens")
      .selectAll()
      .where("token_hash", "=", tokenHash)
      // A token that a deleted user left behind is not valid. An `exists` rather than a list of all enabled users: SQLite would
      // build that list on every call.
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom("users")
            .select("users.id")
            .whereRef("users.id", "=", "api_tokens.user_id")
            .where("users.disabled_at", "=", 0),
        ),
      )
      .executeTakeFirst()
  );
}

/** Returns the user's tokens, newest first. */
export async function apiTokensOf(reader: Reader, userId: UserId): Promise<ApiTokenRow[]> {
  return reader
    .selectFrom("api_tokens")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
}
