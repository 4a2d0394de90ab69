import { ApiTokenId, type UserId } from "@inlet/contract/ids.ts";
import type { ApiTokenView } from "@inlet/contract/api-tokens.ts";
import { type TokenScope, tokenScopes } from "@inlet/contract/endpoint.ts";
import type { AuthParts } from "#/auth/auth.ts";
import { confirmPassword, type Proof } from "#/auth/confirm-password.ts";
import type { FailedSignIns } from "#/auth/failed-sign-ins.ts";
import type { Caller } from "#/auth/sessions.ts";
import { hashToken, randomToken } from "#/auth/token.ts";
import { Failure } from "#/base/fail.ts";
import { randomId } from "#/base/random-id.ts";
import { apiTokenByHash, apiTokensOf } from "#/store/api-tokens.ts";
import type { ApiTokenRow } from "#/store/safety-tables.ts";

/** Tells a token from a session's bearer, and a leaked one from other text. */
const prefix = "inlet_";
const dayMs = 24 * 3600_000;
/** Use is noted this coarsely, so that reading mail writes nothing. */
const touchEveryMs = 3600_000;

interface NewApiToken {
  name: string;
  scopes: TokenScope[];
  days: number;
}

/** Bearers of programs: each may do what its scopes say, until a day. */
export interface ApiTokens {
  list: (userId: UserId) => Promise<ApiTokenView[]>;
  /** Fails with password.wrong, login.too_many, api_token.fields_required. */
  create: (proof: Proof, wish: NewApiToken) => Promise<{ token: string; created: ApiTokenView }>;
  /** Fails with api_token.not_found. */
  revoke: (userId: UserId, id: ApiTokenId) => Promise<void>;
  isApiToken: (bearer: string) => boolean;
  callerOf: (bearer: string) => Promise<Caller | null>;
}

interface ApiTokenParts extends Pick<AuthParts, "reader" | "door" | "clock" | "passwords"> {
  failures: FailedSignIns;
}

/** Tokens of which only the hash is stored. */
export function createApiTokens(parts: ApiTokenParts): ApiTokens {
  const { reader, door, clock } = parts;
  return {
    list: async (userId) => (await apiTokensOf(reader, userId)).map(present),
    async create(proof, { name, scopes, days }) {
      const chosen = tokenScopes.filter((scope) => scopes.includes(scope));
      if (name.trim() === "" || chosen.length === 0) throw new Failure("api_token.fields_required");
      const { id: userId } = await confirmPassword(parts, proof);
      const token = prefix + randomToken();
      const now = clock.now();
      const row: ApiTokenRow = {
        id: ApiTokenId.parse(randomId(now)),
        user_id: userId,
        name: name.trim(),
        token_hash: hashToken(token),
        scopes_json: JSON.stringify(chosen),
        created_at: now,
        expires_at: now + days * dayMs,
        last_used_at: 0,
      };
      await door("apiToken.create", row);
      return { token, created: present(row) };
    },
    async revoke(userId, id) {
      if (!(await door("apiToken.revoke", { userId, id }))) {
        throw new Failure("api_token.not_found");
      }
    },
    isApiToken: (bearer) => bearer.startsWith(prefix),
    async callerOf(bearer) {
      const row = await apiTokenByHash(reader, hashToken(bearer));
      const now = clock.now();
      if (!row || now >= row.expires_at) return null;
      const { id, user_id: userId } = row;
      if (now - row.last_used_at > touchEveryMs) await door("apiToken.touch", { userId, id });
      return { userId, sessionId: id, scopes: scopesOf(row) };
    },
  };
}

function scopesOf({ scopes_json: json }: ApiTokenRow): TokenScope[] {
  const list: unknown = JSON.parse(json);
  return tokenScopes.filter((scope) => Array.isArray(list) && list.includes(scope));
}

function present(row: ApiTokenRow): ApiTokenView {
  return {
    id: row.id,
    name: row.name,
    scopes: scopesOf(row),
    createdAt: new Date(row.created_at).toISOString(),
    expiresAt: new Date(row.expires_at).toISOString(),
    lastUsedAt: row.last_used_at === 0 ? null : new Date(row.last_used_at).toISOString(),
  };
}
