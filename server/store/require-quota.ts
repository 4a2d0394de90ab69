import type { ErrorCode } from "@inlet/contract/errors.ts";
import type { UserId } from "@inlet/contract/ids.ts";
import { Failure } from "#/base/fail.ts";
import type { Door } from "./door.ts";
import { type Quota, quotaNames, type QuotaSettings, usualQuotas } from "./quotas.ts";

/** What is counted, and against what. */
export interface QuotaParts {
  door: Door;
  /** Absent: the usual ones, and nobody is new. */
  quotas?: QuotaSettings | undefined;
}

/** How much of each is about to be done. */
export type Uses = Partial<Record<Quota, number>>;

const codes = {
  sends: { hour: "send.limit_hour", day: "send.limit_day" },
  recipients: { hour: "send.limit_recipients", day: "send.limit_recipients" },
  accountTests: { hour: "account.limit", day: "account.limit" },
  connections: { hour: "integration.limit", day: "integration.limit" },
} as const satisfies Record<Quota, Record<"hour" | "day", ErrorCode>>;

/**
 * Counts what is about to be done, all of it or nothing. Throws the quota's code of the catalogue when it is more than the
 * person may do; then nothing was counted, and the first refusal of an hour is in the audit log.
 */
export async function requireQuota(
  { door, quotas = usualQuotas }: QuotaParts,
  userId: UserId,
  uses: Uses,
): Promise<void> {
  const over = await door("quota.use", {
    userId,
    uses: usesOf(uses).map((use) => ({ ...use, allowance: quotas.allowances[use.what] })),
    isOpen: quotas.isOpen,
  });
  if (over !== null) throw new Failure(codes[over.what][over.within]);
}

/** The same around what is done: when that fails, nothing was. */
export async function withinQuota<Result>(
  parts: QuotaParts,
  userId: UserId,
  uses: Uses,
  work: () => Promise<Result>,
): Promise<Result> {
  await requireQuota(parts, userId, uses);
  try {
    return await work();
  } catch (error) {
    await parts.door("quota.giveBack", { userId, uses: usesOf(uses) });
    throw error;
  }
}

function usesOf(uses: Uses): { what: Quota; amount: number }[] {
  return quotaNames.flatMap((what) => {
    const amount = uses[what];
    return amount === undefined ? [] : [{ what, amount }];
  });
}
