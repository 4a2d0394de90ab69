import { Kysely } from "kysely";
import { postgresDialect, postgresPoolSize } from "./postgres.ts";
import { sqliteDialect } from "./sqlite.ts";
import type { Tables } from "./schema.ts";

export type Engine = "sqlite" | "postgres";

/** The read access: it cannot write. */
export type Reader = Pick<Kysely<Tables>, "selectFrom">;

export interface Database {
  engine: Engine;
  /** Path of the file, or postgres://… */
  url: string;
  reader: Reader;
  /** The write connection, reserved for the command bus. */
  kysely: Kysely<Tables>;
  close: () => Promise<void>;
}

/**
 * Opens a database; `url` is postgres://… or the path of a SQLite file. Connections are opened by the first query. PostgreSQL
 * gets at most `connections` to read, and as many to write. A connection without a response for the timeout is dropped, with
 * `endsLong` even if the server is still executing a write.
 */
export async function openDatabase(options: {
  url: string;
  connections?: number;
  timeoutMs?: number;
  endsLong?: boolean;
}): Promise<Database> {
  const { url, connections = postgresPoolSize, timeoutMs, endsLong } = options;
  const engine: Engine = /^postgres(ql)?:\/\//.test(url) ? "postgres" : "sqlite";
  const open = (isReadOnly: boolean) =>
    new Kysely<Tables>({
      dialect:
        engine === "postgres"
          ? postgresDialect(url, { isReadOnly, connections, timeoutMs, endsLong })
          : sqliteDialect(url, { isReadOnly }),
    });
  const [kysely, reader] = [open(false), open(true)];
  return {
    engine,
    url,
    reader,
    kysely,
    close: async () => {
      await Promise.all([reader.destroy(), kysely.destroy()]);
    },
  };
}
