import { z } from "zod";
import { endpoint, tokenScopes } from "../endpoint.ts";
import { line, wholeNumber } from "../fields.ts";
import { AccountId, ApiTokenId } from "../ids.ts";
import { limits } from "../limits.ts";
import { apiClientLimits } from "./api-client-limits.ts";

/** The permissions of an API client's token; each endpoint names the one it needs. */
export const TokenScope = z.enum(tokenScopes);

/** An API client's token, as shown after the token itself was shown once. */
export const ApiTokenView = z.object({
  id: ApiTokenId,
  name: z.string(),
  scopes: z.array(TokenScope),
  /** The mail accounts that the token can access; null for all, including accounts that are added later. */
  accounts: z.array(AccountId).nullable(),
  /** True if everything it sends waits for the user's approval. */
  asksFirst: z.boolean(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** Recorded about once an hour; null if it was never used. */
  lastUsedAt: z.iso.datetime().nullable(),
  /** Null while the token is valid. A revoked token is listed as long as its calls are stored. */
  revokedAt: z.iso.datetime().nullable(),
});
export type ApiTokenView = z.infer<typeof ApiTokenView>;

/** Lists tokens, newest first, including expired and revoked ones. */
export const listApiTokens = endpoint({
  method: "GET",
  path: "/user/tokens",
  access: "user",
  scope: null,
  input: z.object({}),
  output: z.object({ tokens: z.array(ApiTokenView) }),
  errors: [],
});

/** Creates a token. Only this response contains it: the server stores only its hash. */
export const createApiToken = endpoint({
  method: "POST",
  path: "/user/tokens",
  access: "user",
  scope: null,
  input: z.object({
    password: line(limits.passwordMaxLength).optional().default(""),
    name: line(limits.nameMaxLength).optional().default(""),
    scopes: z.array(TokenScope).max(tokenScopes.length).optional().default([]),
    days: wholeNumber(1, limits.apiTokenMaxDays),
    accounts: z.array(AccountId).min(1).max(apiClientLimits.accounts).nullable().default(null),
    asksFirst: z.boolean().default(true),
  }),
  output: z.object({ token: z.string(), created: ApiTokenView }),
  errors: [
    "password.wrong",
    "password.sign_in_again",
    "login.too_many",
    "api_token.fields_required",
    "account.not_found",
  ],
});

/** One call of an API client: its name, time and outcome, without any content. */
export const ApiTokenCall = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  /** The endpoint, as in `GET /email/list`, or the tool, as in `search_mail`. */
  what: z.string(),
  /** Null if the call concerns no account or all accounts. */
  accountId: AccountId.nullable(),
  /**
   * `ok`, or the code of the failure; `begun` for a change that did not end, or has not ended yet; `gone` for a call that was
   * aborted because the API client disconnected.
   */
  result: z.string(),
});
export type ApiTokenCall = z.infer<typeof ApiTokenCall>;

/** Lists the calls of an API client, newest first. They are stored for 90 days. */
export const listApiTokenCalls = endpoint({
  method: "GET",
  path: "/user/tokens/{id}/calls",
  access: "user",
  scope: null,
  input: z.object({ id: ApiTokenId, before: line(64).optional() }),
  output: z.object({ calls: z.array(ApiTokenCall), hasMore: z.boolean() }),
  errors: ["api_token.not_found"],
});

/** Revokes a token: further calls are refused, and its open streams end. */
export const revokeApiToken = endpoint({
  method: "DELETE",
  path: "/user/tokens/{id}",
  access: "user",
  scope: null,
  input: z.object({ id: ApiTokenId }),
  output: z.object({ ok: z.literal(true) }),
  errors: ["api_token.not_found"],
});
