import type { AuditCheck } from "./audit-check.ts";

/** Texts of a server's audit log. */
export const adminAuditTexts = {
  title: "Audit log",
  hint: "Security events on this server. Tampering is detectable.",
  list: "Entries of the audit log",
  time: "Time",
  what: "Event",
  who: "By",
  whose: "Account",
  from: "From",
  noAddress: "–",
  program: "by an app",
  showMore: "Show more",
  check: "Verify the log",
  checking: "Verifying…",
  whole: (entries: number) =>
    entries === 1 ? "1 entry verified." : `All ${entries.toLocaleString("en")} entries verified.`,
  broken: {
    altered: (seq: number) => `Entry ${seq} was altered.`,
    missing: (seq: number) => `Entry ${seq} is missing or out of order.`,
    details: (seq: number) => `The address or name of entry ${seq} was altered or removed.`,
    truncated: (seq: number) => `The log was cut off before entry ${seq}.`,
  } satisfies Record<NonNullable<AuditCheck["broken"]>["how"], (seq: number) => string>,
  failed: "The log could not be verified.",
} as const;
