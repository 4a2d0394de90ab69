import { createHash } from "node:crypto";
import type { AuditDetailsRow, AuditRow } from "./audit-tables.ts";

export type Details = Pick<AuditDetailsRow, "salt" | "address" | "program_id" | "label">;
/** Where a chain ended at some time. */
export type AuditEnd = Pick<AuditRow, "seq" | "hash">;

/** The hash of an entry, over everything that it says and the hash of the one before. */
export function hashOfEntry(row: Omit<AuditRow, "hash">): string {
  return sha256([
    Number(row.seq),
    Number(row.created_at),
    row.kind,
    row.user_id,
    row.actor_id,
    row.before_id,
    row.after_id,
    row.details_hash,
    row.previous_hash,
  ]);
}

/** The hash of what is personal about an entry. */
export function hashOfDetails({ salt, address, program_id: program, label }: Details): string {
  return sha256([salt, address, program, label]);
}

/** A JSON list: where one field ends and the next begins is never in doubt. */
function sha256(fields: readonly (string | number)[]): string {
  return createHash("sha256").update(JSON.stringify(fields)).digest("hex");
}

/** How an entry does not fit its place. */
export type Break =
  /** It was changed after it was written. */
  | "altered"
  /** The one that belongs here is gone, or stands elsewhere. */
  | "missing"
  /** What is personal about it was changed, or is gone although its owner is here. */
  | "details"
  /** The log ends before an entry that is known to have been there, or says something else at its place. */
  | "truncated";

export interface Checked extends AuditRow {
  details: Details | null;
  /** Whether its details may be gone: their owner is, or they are past their time. */
  mayLackDetails: boolean;
}

/** How this entry breaks the chain that stood at `before`; null when it goes on as it must. */
export function breakOf(before: AuditEnd, entry: Checked): Break | null {
  if (entry.seq !== before.seq + 1 || entry.previous_hash !== before.hash) return "missing";
  if (hashOfEntry(entry) !== entry.hash) return "altered";
  if (entry.details) {
    return hashOfDetails(entry.details) === entry.details_hash ? null : "details";
  }
  return entry.details_hash === "" || entry.mayLackDetails ? null : "details";
}
