import type { ErrorCode } from "@inlet/contract/errors.ts";
import type { UserId } from "@inlet/contract/ids.ts";
import { Failure } from "#/base/failure.ts";
import type { Execute } from "#/store/commands/command-bus.ts";
import { type Quota, quotaNames, type QuotaSettings, usualQuotas } from "./quotas.ts";

/** Arguments for counting against quotas. */
export interface QuotaParts {
  execute: Execute;
  /** Absent: the default quotas, without a share for new users. */
  quotas?: QuotaSettings | undefined;
}

/** Number of planned uses per quota. */
export type Uses = Partial<Record<Quota, number>>;

const codes = {
  sends: { hour: "send.limit_hour", day: "send.limit_day" },
  recipients: { hour: "send.limit_recipients", day: "send.limit_recipients" },
  accountTests: { hour: "account.limit", day: "account.limit" },
  connections: { hour: "integration.limit", day: "integration.limit" },
} as const satisfies Record<Quota, Record<"hour" | "day", ErrorCode>>;

/**
 * Counts planned uses, either all or none. Throws the quota's error code if they exceed the user's limit; nothing is counted
 * then, and the first refusal of an hour is in the audit log.
 */
export async function requireQuota(
  { execute, quotas = usualQuotas }: QuotaParts,
  userId: UserId,
  uses: Uses,
): Promise<void> {
  const over = await execute("quota.use", {
    userId,
    uses: usesOf(uses).map((use) => ({ ...use, allowance: quotas.allowances[use.what] })),
    isOpen: quotas.isOpen,
  });
  if (over !== null) throw new Failure(codes[over.what][over.within]);
}

/** Runs `work` within the quota: if it fails, its uses are not counted. */
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
    await parts.execute("quota.giveBack", { userId, uses: usesOf(uses) });
    throw error;
  }
}

function usesOf(uses: Uses): { what: Quota; amount: number }[] {
  return quotaNames.flatMap((what) => {
    const amount = uses[what];
    return amount === undefined ? [] : [{ what, amount }];
  });
}
