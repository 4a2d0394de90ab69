import { sql } from "kysely";
import type { Database } from "#/store/engine/database.ts";

/** PostgreSQL's statistics. */
interface PostgresFigures {
  /** Connections to this database, including that of this query. */
  connections: number;
  databaseMb: number;
  /** Size of its write-ahead log since the server was created, in MB. */
  writtenMb: number;
}

/** Reads the statistics of a database. */
export async function postgresFigures({ kysely }: Database): Promise<PostgresFigures> {
  const { rows } = await sql<{ [figure in keyof PostgresFigures]: number | string }>`
    select
      (select count(*) from pg_stat_activity where datname = current_database()) as "connections",
      pg_database_size(current_database()) / 1048576.0 as "databaseMb",
      pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') / 1048576.0 as "writtenMb"`.execute(kysely);
  const [row] = rows;
  return {
    connections: Number(row?.connections),
    databaseMb: Number(row?.databaseMb),
    writtenMb: Number(row?.writtenMb),
  };
}
