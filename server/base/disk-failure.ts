import type { Failure } from "./failure.ts";

/**
 * Returns the disk error behind a failed write: the disk is full, or it is read-only. Returns null for any other error. SQLite's
 * primary result code is the last byte of its extended code (SQLITE_FULL, SQLITE_READONLY); PostgreSQL reports disk_full and
 * read_only_sql_transaction.
 */
export function diskError(error: unknown): (Failure["code"] & `disk.${string}`) | null {
  if (!(error instanceof Error)) return null;
  const { code, errcode } = { code: undefined, errcode: undefined, ...error };
  const result = typeof errcode === "number" ? errcode & 255 : 0;
  if (result === 13 || code === "53100" || code === "ENOSPC" || code === "EDQUOT")
    return "disk.full";
  if (result === 8 || code === "25006" || code === "EROFS") return "disk.read_only";
  return null;
}
