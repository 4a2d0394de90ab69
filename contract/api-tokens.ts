import { z } from "zod";
import { endpoint, tokenScopes } from "./endpoint.ts";
import { line, wholeNumber } from "./fields.ts";
import { ApiTokenId } from "./ids.ts";
import { limits } from "./limits.ts";

/** What a program may do with a token; each endpoint says which it needs. */
export const TokenScope = z.enum(tokenScopes);

/** A program's way in, as it is shown after the token itself was. */
export const ApiTokenView = z.object({
  id: ApiTokenId,
  name: z.string(),
  scopes: z.array(TokenScope),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** Null until it was used; noted about once an hour. */
  lastUsedAt: z.iso.datetime().nullable(),
});
export type ApiTokenView = z.infer<typeof ApiTokenView>;

/** Newest first, those that are over too. */
export const listApiTokens = endpoint({
  method: "GET",
  path: "/user/tokens",
  access: "user",
  scope: null,
  input: z.object({}),
  output: z.object({ tokens: z.array(ApiTokenView) }),
  errors: [],
});

/** The token is in this answer alone: only its hash is kept. */
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
  }),
  output: z.object({ token: z.string(), created: ApiTokenView }),
  errors: [
    "password.wrong",
    "password.sign_in_again",
    "login.too_many",
    "api_token.fields_required",
  ],
});

/** It is refused from here on, and its open streams end. */
export const revokeApiToken = endpoint({
  method: "DELETE",
  path: "/user/tokens/{id}",
  access: "user",
  scope: null,
  input: z.object({ id: ApiTokenId }),
  output: z.object({ ok: z.literal(true) }),
  errors: ["api_token.not_found"],
});
