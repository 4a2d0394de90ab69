import type { AuditCheck } from "./audit-check.ts";

/** Every sentence about the audit log of a server, spelled once. */
export const adminAuditTexts = {
  title: "Audit log",
  hint: "What was done on this server that matters to somebody’s safety. Nothing in it can be changed unnoticed.",
  list: "Entries of the audit log",
  time: "Time",
  what: "What",
  who: "Who",
  whose: "Whose account",
  from: "From",
  nobody: "–",
  program: "by a program",
  showMore: "Show more",
  check: "Check the log",
  checking: "Checking...",
  whole: (entries: number) =>
    entries === 1
      ? "The one entry is whole."
      : `All ${entries.toLocaleString("en")} entries are whole.`,
  broken: {
    altered: (seq: number) => `Entry ${seq} was altered after it was written.`,
    missing: (seq: number) => `Entry ${seq} is missing, or stands elsewhere.`,
    details: (seq: number) => `The address or name of entry ${seq} was altered or removed.`,
    truncated: (seq: number) => `The log was cut off before entry ${seq}.`,
  } satisfies Record<NonNullable<AuditCheck["broken"]>["how"], (seq: number) => string>,
  failed: "The log could not be checked.",
} as const;
