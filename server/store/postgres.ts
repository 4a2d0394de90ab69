import { type Dialect, PostgresDialect } from "kysely";
import pg from "pg";

const int8 = 20;

/** Every integer of the tables fits in 2^53; count() is an int8 too. */
const numbersForIntegers: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    oid === int8 && format !== "binary"
      ? Number
      : // pg's overloads differ by the literal format only.
        pg.types.getTypeParser(oid, format as "text"),
};

/** Connections of this thread at most. */
export const postgresPoolSize = 10;

/** Kysely's dialect over a pool. A connection that breaks while idle is dropped from the pool, the next query opens one. */
export function postgresDialect(url: string, options: { isReadOnly: boolean }): Dialect {
  return new PostgresDialect({
    pool: async () => {
      const pool = new pg.Pool({
        connectionString: url,
        max: postgresPoolSize,
        types: numbersForIntegers,
        ...(options.isReadOnly ? { options: "-c default_transaction_read_only=on" } : {}),
      });
      // Without a listener the loss of an idle connection would end the process; the pool replaces it by itself.
      pool.on("error", () => {});
      return pool;
    },
  });
}
