import type { UserId } from "@inlet/contract/ids.ts";
import type { OauthFlowRow } from "./schema.ts";
import type { Command } from "#/store/commands/command.ts";

/** Stores a pending OAuth flow, and deletes expired ones of the user. */
export const beginOauthFlow: Command<OauthFlowRow, void> = {
  durable: false,
  async run({ db, now }, flow) {
    await db
      .deleteFrom("oauth_flows")
      .where("user_id", "=", flow.user_id)
      .where("expires_at", "<=", now)
      .execute();
    await db.insertInto("oauth_flows").values(flow).execute();
  },
};

/** Atomically consumes the flow. Returns null if it is expired, of another user, or unknown. */
export const takeOauthFlow: Command<
  { id: string; userId: UserId; sessionId: string },
  OauthFlowRow | null
> = {
  durable: true,
  async run({ db, now }, { id, userId, sessionId }) {
    const flow = await db
      .deleteFrom("oauth_flows")
      .where("id", "=", id)
      .where("user_id", "=", userId)
      .where("session_id", "=", sessionId)
      .returningAll()
      .executeTakeFirst();
    return flow !== undefined && flow.expires_at > now ? flow : null;
  },
};
