import { limits } from "@inlet/contract/limits.ts";

/** What a person may do so often: nobody sends spam or looks for servers through Inlet. */
export const quotaNames = ["recipients", "sends", "accountTests", "connections"] as const;
export type Quota = (typeof quotaNames)[number];

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
