import { Kysely } from "kysely";
import { postgresDialect, postgresPoolSize } from "./postgres.ts";
import { sqliteDialect } from "./sqlite.ts";
import type { Tables } from "./tables.ts";

export type Engine = "sqlite" | "postgres";

/** What reads need: it cannot write. */
export type Reader = Pick<Kysely<Tables>, "selectFrom">;

export interface Database {
  engine: Engine;
  /** The file's path, or postgres://… */
  url: string;
  reader: Reader;
  /** The write connection: for the door alone. */
  kysely: Kysely<Tables>;
  close: () => Promise<void>;
}

/**
 * `url` is postgres://… or the path of a SQLite file. Connections are opened by the first query; of PostgreSQL's there are
 * so many at most to read, and to write, and one over which nothing is heard for the time of `patienceMs` is given up, with
 * `endsLong` although the server still is at a statement that writes.
 */
export async function openDatabase(options: {
  url: string;
  connections?: number;
  patienceMs?: number;
  endsLong?: boolean;
}): Promise<Database> {
  const { url, connections = postgresPoolSize, patienceMs, endsLong } = options;
  const engine: Engine = /^postgres(ql)?:\/\//.test(url) ? "postgres" : "sqlite";
  const open = (isReadOnly: boolean) =>
    new Kysely<Tables>({
      dialect:
        engine === "postgres"
          ? postgresDialect(url, { isReadOnly, connections, patienceMs, endsLong })
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
