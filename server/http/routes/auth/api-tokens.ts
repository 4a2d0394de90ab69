import {
  createApiToken,
  listApiTokenCalls,
  listApiTokens,
  revokeApiToken,
} from "@inlet/contract/auth/tokens.ts";
import type { Api } from "#/http/api.ts";
import { proofOf, unkept } from "#/http/proof.ts";
import { route } from "#/http/route.ts";

/** Routes for a user's API tokens. */
export function apiTokenRoutes(api: Api): void {
  const { apiTokens } = api.auth;

  route(api, listApiTokens, async (_input, { caller }) => ({
    tokens: await apiTokens.list(caller.userId),
  }));

  route(api, createApiToken, async ({ password, ...request }, context) =>
    unkept(context.reply, await apiTokens.create(proofOf({ password }, context), request)),
  );

  route(api, listApiTokenCalls, ({ id, before }, { caller }) =>
    apiTokens.calls(caller.userId, { id, before }),
  );

  route(api, revokeApiToken, async ({ id }, { caller }) => {
    await apiTokens.revoke(caller.userId, id);
    return { ok: true as const };
  });
}
