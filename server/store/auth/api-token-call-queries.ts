import type { ApiTokenId, UserId } from "@inlet/contract/ids.ts";
import type { Reader } from "#/store/engine/database.ts";
import type { ApiTokenCallRow } from "./schema.ts";

/** Returns the calls made with the token, the newest first, from before the call with the id `before`. */
export async function callsOfToken(
  reader: Reader,
  { userId, tokenId, before, limit }: CallsPage,
): Promise<ApiTokenCallRow[]> {
  return reader
    .selectFrom("api_token_calls")
    .selectAll()
    .where("user_id", "=", userId)
    .where("token_id", "=", tokenId)
    .$if(before !== undefined, (query) => query.where("id", "<", before ?? ""))
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

interface CallsPage {
  userId: UserId;
  tokenId: ApiTokenId;
  before: string | undefined;
  limit: number;
}
