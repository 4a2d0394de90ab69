/**
 * Why a write can never be done with these values, as a word for the log: the error's own text may hold what stands in a
 * mail. Null: the values may be fine, and another time it is done. PostgreSQL's classes are those of data, integrity and
 * limits of a row; SQLite's results stand in the last byte (SQLITE_TOOBIG, SQLITE_CONSTRAINT, SQLITE_MISMATCH).
 */
export function refusedData(error: unknown): string | null {
  // Values that nobody thought of; of a query that is wrong in itself every mail would tell.
  if (error instanceof TypeError || error instanceof RangeError) return error.name;
  if (!(error instanceof Error)) return null;
  const { code, errcode } = { code: undefined, errcode: undefined, ...error };
  if (typeof errcode === "number" && [18, 19, 20].includes(errcode & 255))
    return `SQLite ${errcode}`;
  return typeof code === "string" && /^(?:22|23|54)\w{3}$/.test(code) ? `PostgreSQL ${code}` : null;
}
