/**
 * Returns why a write can never succeed with this data, as a word for the log: the error's own text may contain content of a
 * message. Returns null if the data may be fine and a retry may succeed. PostgreSQL's classes are those of data, integrity and
 * limits of a row; SQLite's result codes are in the last byte (SQLITE_TOOBIG, SQLITE_CONSTRAINT, SQLITE_MISMATCH).
 */
export function refusedData(error: unknown): string | null {
  // Unexpected values; an error in the query itself would occur with every message.
  if (error instanceof TypeError || error instanceof RangeError) return error.name;
  if (!(error instanceof Error)) return null;
  const { code, errcode } = { code: undefined, errcode: undefined, ...error };
  if (typeof errcode === "number" && [18, 19, 20].includes(errcode & 255))
    return `SQLite ${errcode}`;
  return typeof code === "string" && /^(?:22|23|54)\w{3}$/.test(code) ? `PostgreSQL ${code}` : null;
}
