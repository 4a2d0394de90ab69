import { Kysely } from "kysely";
import { postgresDialect } from "./postgres.ts";
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

/** `url` is postgres://… or the path of a SQLite file. Connections are opened by the first query. */
export async function openDatabase(options: { url: string }): Promise<Database> {
  const { url } = options;
  const engine: Engine = /^postgres(ql)?:\/\//.test(url) ? "postgres" : "sqlite";
  const dialect = engine === "postgres" ? postgresDialect : sqliteDialect;
  const kysely = new Kysely<Tables>({ dialect: dialect(url, { isReadOnly: false }) });
  const reader = new Kysely<Tables>({ dialect: dialect(url, { isReadOnly: true }) });
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
