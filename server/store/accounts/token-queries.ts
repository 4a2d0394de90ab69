import type { AccountId, UserId } from "@inlet/contract/ids.ts";
import type { Reader } from "#/store/engine/database.ts";
import type { AccountTokensRow, OauthFlowRow } from "./schema.ts";

/** Returns the tokens of an account that was connected by OAuth. */
export async function getTokens(
  reader: Reader,
  userId: UserId,
  accountId: AccountId,
): Promise<AccountTokensRow | undefined> {
  return reader
    .selectFrom("account_tokens")
    .selectAll()
    .where("user_id", "=", userId)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
}

/** Returns a pending OAuth flow that the user started in this session. */
export async function getOauthFlow(
  reader: Reader,
  { id, userId, sessionId }: { id: string; userId: UserId; sessionId: string },
): Promise<OauthFlowRow | undefined> {
  return reader
    .selectFrom("oauth_flows")
    .selectAll()
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .where("session_id", "=", sessionId)
    .executeTakeFirst();
}
