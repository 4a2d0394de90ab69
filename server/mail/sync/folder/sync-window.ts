import { monthsBefore } from "#/base/months-before.ts";
import { accountSyncOf } from "#/store/accounts/sync-queries.ts";
import type { AccountRow } from "#/store/engine/schema.ts";
import type { Scanned } from "#/wire/imap/remote.ts";
import type { SyncContext } from "#/mail/sync/context.ts";

const dayMs = 24 * 3600_000;

/** The period of mail that an account keeps here. */
export interface Window {
  /** Start of the window in milliseconds since 1970; 0 for all mail. */
  from: number;
  has: (message: Pick<Scanned, "internalDate">) => boolean;
}

/**
 * Returns the account's window as of today: it moves once a day, because moving it all the time would make a folder look
 * different every minute.
 */
export async function windowOf(
  { database, clock }: SyncContext,
  account: AccountRow,
): Promise<Window> {
  const { sync_months: months } = await accountSyncOf(database.reader, account.user_id, account.id);
  const from = months === 0 ? 0 : monthsBefore(startOfDay(clock.now()), months);
  // A message without a date counts as inside.
  return { from, has: ({ internalDate }) => internalDate === 0 || internalDate >= from };
}

function startOfDay(now: number): number {
  return now - (now % dayMs);
}
