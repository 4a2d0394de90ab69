import type { UserId } from "@inlet/contract/ids.ts";
import type { Reader } from "./database.ts";
import type { ApiTokenRow } from "./safety-tables.ts";

/** The token that has this hash, also one that is over, of somebody who is let in. */
export async function apiTokenByHash(
  reader: Reader,
  tokenHash: string,
): Promise<ApiTokenRow | undefined> {
  return (
    reader
      .selectFrom("api_tokens")
      .selectAll()
      .where("token_hash", "=", tokenHash)
      // Somebody who is gone is nobody, whatever of theirs was left behind. Not a list of all who are let in: SQLite would
      // gather it for every call.
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

/** The person's tokens, newest first. */
export async function apiTokensOf(reader: Reader, userId: UserId): Promise<ApiTokenRow[]> {
  return reader
    .selectFrom("api_tokens")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
}
