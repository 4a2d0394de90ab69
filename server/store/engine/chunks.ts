/** Yields pieces small enough for one statement: SQLite binds up to 32,766 values, PostgreSQL 65,535. */
export function* inChunks<Value>(values: readonly Value[], size = 5000): Generator<Value[]> {
  for (let start = 0; start < values.length; start += size) {
    yield values.slice(start, start + size);
  }
}
