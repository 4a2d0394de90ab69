import type { ErrorCode } from "@inlet/contract/errors.ts";
import type { UserId } from "@inlet/contract/ids.ts";
import { limits } from "@inlet/contract/limits.ts";
import { Failure } from "#/base/fail.ts";
import type { Door } from "./door.ts";

/** What a person may do so often: nobody sends spam or looks for servers through Inlet. */
const quotas = ["recipients", "sends", "accountTests", "connections"] as const;
export type Quota = (typeof quotas)[number];

export interface Allowance {
  perHour: number;
  perDay: number;
}

export interface QuotaSettings {
  allowances: Record<Quota, Allowance>;
  /** Bytes of files that wait to be sent, at a time. */
  uploadBytes: number;
  /** Bytes of files that are being imported, at a time. */
  importBytes: number;
  /**
   * Whether anybody may make an account: then whoever made one within the day gets a part of all this. `as_set`: as
   * administrators decide.
   */
  isOpen: boolean | "as_set";
}

/** More than a person comes to, and than most providers let through. */
export const usualQuotas: QuotaSettings = {
  allowances: {
    sends: { perHour: 500, perDay: 2000 },
    recipients: { perHour: 5000, perDay: 5000 },
    accountTests: { perHour: 60, perDay: 200 },
    connections: { perHour: 60, perDay: 200 },
  },
  uploadBytes: 2 * 1024 ** 3,
  importBytes: limits.importBytes,
  isOpen: false,
};

/** So long somebody is new here, and what part of everything they get meanwhile. */
export const newcomers = { forMs: 24 * 3600_000, share: 0.2 };

const codes = {
  sends: { hour: "send.limit_hour", day: "send.limit_day" },
  recipients: { hour: "send.limit_recipients", day: "send.limit_recipients" },
  accountTests: { hour: "account.limit", day: "account.limit" },
  connections: { hour: "integration.limit", day: "integration.limit" },
} as const satisfies Record<Quota, Record<"hour" | "day", ErrorCode>>;

/** What is counted, and against what. */
export interface QuotaParts {
  door: Door;
  /** Absent: the usual ones, and nobody is new. */
  quotas?: QuotaSettings | undefined;
}

/** How much of each is about to be done. */
export type Uses = Partial<Record<Quota, number>>;

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
  return quotas.flatMap((what) => {
    const amount = uses[what];
    return amount === undefined ? [] : [{ what, amount }];
  });
}
