import { limits } from "@inlet/contract/limits.ts";

/** Actions with a limit per user, to prevent spam and port scans through Inlet. */
export const quotaNames = ["recipients", "sends", "accountTests", "connections"] as const;
export type Quota = (typeof quotaNames)[number];

export interface Allowance {
  perHour: number;
  perDay: number;
}

export interface QuotaSettings {
  allowances: Record<Quota, Allowance>;
  /** Total size of the files that wait to be sent, in bytes. */
  uploadBytes: number;
  /** Total size of the files that are being imported, in bytes. */
  importBytes: number;
  /**
   * True if registration is open to everyone: new users then get a share of all limits for a day. `as_set`: as administrators
   * decided.
   */
  isOpen: boolean | "as_set";
}

/** Default quotas: more than a user normally needs, and than most providers allow. */
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

/** Period for which a user counts as new, and the share of each quota allowed during it. */
export const newUserQuota = { ttlMs: 24 * 3600_000, share: 0.2 };
