import { createHash } from "node:crypto";
import type { AuditDetailsRow, AuditRow } from "./schema.ts";

export type Details = Pick<AuditDetailsRow, "salt" | "address" | "program_id" | "label">;
/** The last entry of a chain at some time. */
export type AuditEnd = Pick<AuditRow, "seq" | "hash">;

/** Returns the hash of an entry, over all of its fields and the hash of the previous entry. */
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

/** Returns the hash of an entry's personal details. */
export function hashOfDetails({ salt, address, program_id: program, label }: Details): string {
  return sha256([salt, address, program, label]);
}

/** Hashes the fields as a JSON list, in which the boundaries between fields are unambiguous. */
function sha256(fields: readonly (string | number)[]): string {
  return createHash("sha256").update(JSON.stringify(fields)).digest("hex");
}

/** The way in which an entry breaks the chain. */
export type Break =
  /** The entry was changed after it was written. */
  | "altered"
  /** The entry that belongs here was deleted or moved. */
  | "missing"
  /** The entry's personal details were changed, or deleted although their owner still exists. */
  | "details"
  /** The log ends before an entry that is known to have existed, or has another entry in its place. */
  | "truncated";

export interface Checked extends AuditRow {
  details: Details | null;
  /** True if its details may be missing: their owner was deleted, or they are past their retention period. */
  mayLackDetails: boolean;
}

/** Returns how this entry breaks the chain that ended at `before`; null if it continues the chain correctly. */
export function breakOf(before: AuditEnd, entry: Checked): Break | null {
  if (entry.seq !== before.seq + 1 || entry.previous_hash !== before.hash) return "missing";
  if (hashOfEntry(entry) !== entry.hash) return "altered";
  if (entry.details) {
    return hashOfDetails(entry.details) === entry.details_hash ? null : "details";
  }
  return entry.details_hash === "" || entry.mayLackDetails ? null : "details";
}
