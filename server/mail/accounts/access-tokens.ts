import { setTimeout as wait } from "node:timers/promises";
import type { AccountId, UserId } from "@inlet/contract/ids.ts";
import type { Clock } from "#/base/clock.ts";
import { randomId } from "#/base/random-id.ts";
import type { SecretBox } from "#/base/secret-box.ts";
import { getTokens } from "#/store/accounts/token-queries.ts";
import type { Database } from "#/store/engine/database.ts";
import type { Execute } from "#/store/commands/command-bus.ts";
import type { AccountTokensRow } from "#/store/accounts/schema.ts";
import type { AccountRow } from "#/store/engine/schema.ts";
import { WireError } from "#/wire/imap/wire-error.ts";
import type { Authorities } from "#/wire/oauth/authority.ts";
import { toOauthError } from "#/wire/oauth/oauth-error.ts";
import { refreshTokens, type Tokens } from "#/wire/oauth/sign-in.ts";

/** Access tokens of accounts that sign in at their provider. */
export interface AccessTokens {
  /**
   * Returns a token that is valid for a while yet and is not `refused`. Throws WireError `revoked` if the user must sign in
   * again, `unreachable` if the provider cannot be reached.
   */
  fresh: (account: AccountRow, refused?: string) => Promise<string>;
}

/** Tokens that expire sooner than this are refreshed: they might expire in transit. */
const marginMs = 60_000;
/** Longer than the timeout of a request to a provider. */
const leaseMs = 45_000;
const againMs = 100;

interface Parts {
  database: Database;
  execute: Execute;
  box: SecretBox;
  clock: Clock;
}

/**
 * Refreshes tokens, one account at a time: a provider that rotates refresh tokens treats a second use of one as theft. On SQLite
 * only one thread refreshes tokens, and on PostgreSQL one process at a time.
 */
export function createAccessTokens(parts: Parts, authorities: Authorities): AccessTokens {
  const underWay = new Map<AccountId, Promise<string>>();
  return {
    fresh(account, refused) {
      const earlier = underWay.get(account.id);
      if (earlier !== undefined) return earlier;
      const work = byOneProcess(parts, account.id, () =>
        findFresh(parts, authorities, { account, refused }),
      ).finally(() => underWay.delete(account.id));
      underWay.set(account.id, work);
      return work;
    },
  };
}

async function byOneProcess<Result>(
  { database, execute }: Parts,
  accountId: AccountId,
  work: () => Promise<Result>,
): Promise<Result> {
  if (database.engine === "sqlite") return work();
  const lease = { name: `tokens of ${accountId}`, holder: randomId() };
  const until = performance.now() + leaseMs;
  // The holder stores the token, which is read when it is done. The lease of a process that died expires.
  while ((await execute("lease.take", { ...lease, ttlMs: leaseMs })) === null) {
    if (performance.now() > until) throw new WireError("unreachable");
    await wait(againMs);
  }
  try {
    return await work();
  } finally {
    await execute("lease.drop", lease);
  }
}

async function findFresh(
  { database, execute, box, clock }: Parts,
  authorities: Authorities,
  { account, refused }: { account: AccountRow; refused: string | undefined },
): Promise<string> {
  const row = await getTokens(database.reader, account.user_id, account.id);
  if (row === undefined || account.provider === "") throw new WireError("revoked");
  const known = box.open(row.access_secret, tokenPlace(row, "access_secret"));
  if (known !== refused && row.expires_at - clock.now() > marginMs) return known;
  const refreshToken = box.open(row.refresh_secret, tokenPlace(row, "refresh_secret"));
  const tokens = await refresh(authorities, account.provider, refreshToken);
  const kept = { ...tokens, refreshToken: tokens.refreshToken || refreshToken };
  await execute("tokens.save", {
    tokens: encryptedTokens({ box, clock }, account, kept),
    used: row.refresh_secret,
  });
  return tokens.accessToken;
}

async function refresh(
  authorities: Authorities,
  provider: "google" | "microsoft",
  refreshToken: string,
): Promise<Tokens> {
  try {
    return await refreshTokens(authorities, provider, refreshToken);
  } catch (error) {
    const cause = toOauthError(error);
    // A provider that was removed from the configuration counts as revoked: it gives no access.
    const isOver = cause.kind === "revoked" || cause.kind === "not_set_up";
    throw new WireError(isOver ? "revoked" : "unreachable", { cause });
  }
}

/** Returns the row of an account's tokens, encrypted. */
export function encryptedTokens(
  { box, clock }: Pick<Parts, "box" | "clock">,
  { user_id, id }: { user_id: UserId; id: AccountId },
  { accessToken, refreshToken, lifetimeMs }: Tokens,
): AccountTokensRow {
  const owner = { user_id, account_id: id };
  return {
    ...owner,
    access_secret: box.encrypt(accessToken, tokenPlace(owner, "access_secret")),
    refresh_secret: box.encrypt(refreshToken, tokenPlace(owner, "refresh_secret")),
    expires_at: clock.now() + lifetimeMs,
  };
}

/** Returns the place that an encrypted token is bound to; it cannot be decrypted in another row. */
export function tokenPlace(
  row: Pick<AccountTokensRow, "user_id" | "account_id">,
  field: "access_secret" | "refresh_secret",
): { table: string; userId: string; rowId: string; field: string } {
  return { table: "account_tokens", userId: row.user_id, rowId: row.account_id, field };
}
