import type { Failure } from "./fail.ts";

/**
 * What is wrong with the disk when a write fails with this error: there is no room, or nothing can be written at all.
 * Null: something else. SQLite's results stand in the last byte of its own (SQLITE_FULL, SQLITE_READONLY); PostgreSQL
 * says disk_full and read_only_sql_transaction.
 */
export function diskTrouble(error: unknown): (Failure["code"] & `disk.${string}`) | null {
  if (!(error instanceof Error)) return null;
  const { code, errcode } = { code: undefined, errcode: undefined, ...error };
  const result = typeof errcode === "number" ? errcode & 255 : 0;
  if (result === 13 || code === "53100" || code === "ENOSPC" || code === "EDQUOT")
    return "disk.full";
  if (result === 8 || code === "25006" || code === "EROFS") return "disk.read_only";
  return null;
}
