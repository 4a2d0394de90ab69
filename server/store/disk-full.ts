/** Whether a write failed because there is no room: SQLite's SQLITE_FULL, PostgreSQL's disk_full, the system's own. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode } = { code: undefined, errcode: undefined, ...error };
  return errcode === 13 || code === "53100" || code === "ENOSPC";
}
