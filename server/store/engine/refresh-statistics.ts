import { sql } from "kysely";
import type { Command } from "#/store/commands/command.ts";

/** For tables smaller than this any query plan is fast enough. */
const scanLimit = 1000;

/**
 * PostgreSQL's autovacuum analyzes partitions but never their partitioned table, and the planner uses the statistics of both.
 * Analyzes one such table that has grown by half since; returns its name, or null if no table has. SQLite has statistics of a
 * large mailbox from the beginning.
 */
export const renewStatistics: Command<Record<string, never>, string | null> = {
  durable: false,
  bulk: true,
  async run({ db, engine }) {
    if (engine === "sqlite") return null;
    const { rows } = await sql<{ name: string }>`
      select c.relname as name from pg_class c
      where c.relkind = 'p' and c.relnamespace = current_schema()::regnamespace
        and (select coalesce(sum(s.n_live_tup), 0)
             from pg_inherits i join pg_stat_user_tables s on s.relid = i.inhrelid
             where i.inhparent = c.oid)
            > 1.5 * greatest(c.reltuples, 0) + ${scanLimit}
      order by c.relname limit 1`.execute(db);
    const [stale] = rows;
    if (!stale) return null;
    await sql`analyze ${sql.table(stale.name)}`.execute(db);
    return stale.name;
  },
};
