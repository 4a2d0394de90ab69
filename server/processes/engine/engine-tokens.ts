import { Failure } from "#/base/failure.ts";
import type { AccessTokens } from "#/mail/accounts/access-tokens.ts";
import type { EngineLink } from "#/processes/engine/engine-link.ts";
import { WireError } from "#/wire/imap/wire-error.ts";

/** Returns access tokens from the engine, which alone refreshes them. */
export function tokensOfEngine(accessToken: EngineLink["accessToken"]): AccessTokens {
  return {
    async fresh({ user_id: userId, id: accountId }, refused) {
      try {
        return await accessToken({ userId, accountId, refused });
      } catch (cause) {
        const isOver = cause instanceof Failure && cause.code === "account.reconnect";
        throw new WireError(isOver ? "revoked" : "unreachable", { cause });
      }
    },
  };
}
