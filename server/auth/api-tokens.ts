import { AccountId, ApiTokenId, type UserId } from "@inlet/contract/ids.ts";
import type { ApiTokenCall, ApiTokenView } from "@inlet/contract/auth/tokens.ts";
import { type TokenScope, tokenScopes } from "@inlet/contract/endpoint.ts";
import { apiClientLimits } from "@inlet/contract/auth/api-client-limits.ts";
import { z } from "zod";
import { type CallRecord, createCallRecord } from "#/auth/call-record.ts";
import { confirmPassword, type Proof } from "#/auth/confirm-password.ts";
import type { FailedSignIns } from "#/auth/failed-sign-ins.ts";
import type { Caller } from "#/auth/sessions.ts";
import { hashToken, randomToken } from "#/auth/token.ts";
import { Failure } from "#/base/failure.ts";
import { randomId } from "#/base/random-id.ts";
import { accountsOf } from "#/store/accounts/queries.ts";
import { callsOfToken } from "#/store/auth/api-token-call-queries.ts";
import { apiTokenByHash, apiTokensOf } from "#/store/auth/api-token-queries.ts";
import { bit } from "#/store/engine/bit.ts";
import type { ApiTokenCallRow, ApiTokenRow } from "#/store/auth/schema.ts";
import type { AuthParts } from "#/auth/context.ts";

/** Distinguishes an API token from a session's bearer, and a leaked one from other text. */
const prefix = "inlet_";
const dayMs = 24 * 3600_000;
/** Last use is recorded at most this often, so reading mail writes nothing. */
const touchEveryMs = 3600_000;

interface NewApiToken {
  name: string;
  scopes: TokenScope[];
  days: number;
  accounts: AccountId[] | null;
  asksFirst: boolean;
}

/** Tokens of API clients, each limited to its scopes and until its expiry. */
export interface ApiTokens {
  list: (userId: UserId) => Promise<ApiTokenView[]>;
  /** Throws password.wrong, login.too_many, api_token.fields_required, account.not_found. */
  create: (proof: Proof, request: NewApiToken) => Promise<{ token: string; created: ApiTokenView }>;
  /** Throws api_token.not_found. */
  revoke: (userId: UserId, id: ApiTokenId) => Promise<void>;
  /** Throws api_token.not_found. */
  calls: (
    userId: UserId,
    page: { id: ApiTokenId; before?: string | undefined },
  ) => Promise<{ calls: ApiTokenCall[]; hasMore: boolean }>;
  /** Record of the calls that API clients make. */
  record: CallRecord;
  isApiToken: (bearer: string) => boolean;
  callerOf: (bearer: string) => Promise<Caller | null>;
}

interface ApiTokenParts extends Pick<
  AuthParts,
  "reader" | "execute" | "clock" | "passwords" | "log"
> {
  failures: FailedSignIns;
}

/** Manages API tokens. Only their hashes are stored. */
export function createApiTokens(parts: ApiTokenParts): ApiTokens {
  const { reader, execute, clock } = parts;
  const record = createCallRecord(parts);
  return {
    record,
    list: async (userId) => (await apiTokensOf(reader, userId)).map(present),
    async create(proof, { name, scopes, days, accounts, asksFirst }) {
      const chosen = tokenScopes.filter((scope) => scopes.includes(scope));
      if (name.trim() === "" || chosen.length === 0) throw new Failure("api_token.fields_required");
      const { id: userId } = await confirmPassword(parts, proof);
      const own = new Set((await accountsOf(reader, userId)).map(({ id }) => id));
      if (accounts?.some((id) => !own.has(id))) throw new Failure("account.not_found");
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
        accounts_json: accounts === null ? "" : JSON.stringify([...new Set(accounts)]),
        asks_first: bit(asksFirst),
        revoked_at: 0,
      };
      await execute("apiToken.create", row);
      return { token, created: present(row) };
    },
    async revoke(userId, id) {
      if (!(await execute("apiToken.revoke", { userId, id }))) {
        throw new Failure("api_token.not_found");
      }
    },
    isApiToken: (bearer) => bearer.startsWith(prefix),
    async callerOf(bearer) {
      const row = await apiTokenByHash(reader, hashToken(bearer));
      const now = clock.now();
      if (!row || row.revoked_at > 0 || now >= row.expires_at) return null;
      const { id, user_id: userId } = row;
      if (now - row.last_used_at > touchEveryMs) await execute("apiToken.touch", { userId, id });
      const { name, asks_first: asks } = row;
      const program = { id, name, accounts: accountsIn(row), asksFirst: asks === 1 };
      return { userId, sessionId: id, scopes: scopesOf(row), program };
    },
    async calls(userId, { id, before }) {
      const tokens = await apiTokensOf(reader, userId);
      if (!tokens.some((token) => token.id === id)) throw new Failure("api_token.not_found");
      // Writes the calls of this process up to now; those of another process follow within a second.
      await record.flush();
      const limit = apiClientLimits.callsPage;
      const page = { userId, tokenId: id, before, limit: limit + 1 };
      const rows = await callsOfToken(reader, page);
      return { calls: rows.slice(0, limit).map(presentCall), hasMore: rows.length > limit };
    },
  };
}

function scopesOf({ scopes_json: json }: ApiTokenRow): TokenScope[] {
  const list: unknown = JSON.parse(json);
  return tokenScopes.filter((scope) => Array.isArray(list) && list.includes(scope));
}

function accountsIn({ accounts_json: json }: ApiTokenRow): AccountId[] | null {
  return json === "" ? null : z.array(AccountId).parse(JSON.parse(json));
}

function presentCall(row: ApiTokenCallRow): ApiTokenCall {
  const { id, what, result } = row;
  const at = new Date(row.created_at).toISOString();
  return { id, at, what, accountId: row.account_id === "" ? null : row.account_id, result };
}

function present(row: ApiTokenRow): ApiTokenView {
  return {
    id: row.id,
    name: row.name,
    scopes: scopesOf(row),
    accounts: accountsIn(row),
    asksFirst: row.asks_first === 1,
    createdAt: new Date(row.created_at).toISOString(),
    expiresAt: new Date(row.expires_at).toISOString(),
    lastUsedAt: row.last_used_at === 0 ? null : new Date(row.last_used_at).toISOString(),
    revokedAt: row.revoked_at === 0 ? null : new Date(row.revoked_at).toISOString(),
  };
}
