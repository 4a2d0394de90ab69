import { sql } from "kysely";
import type { Command } from "./command.ts";

/** Of fewer rows than that any plan will do. */
const fewRows = 1000;

/**
 * PostgreSQL counts the rows of partitions by itself and of the table that they make up never, and plans by what it
 * believes of both. Analyses one such table that has grown by half since; answers its name, null when there is none.
 * SQLite has what is true of a large mailbox from the beginning.
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
            > 1.5 * greatest(c.reltuples, 0) + ${fewRows}
      order by c.relname limit 1`.execute(db);
    const [stale] = rows;
    if (!stale) return null;
    await sql`analyze ${sql.table(stale.name)}`.execute(db);
    return stale.name;
  },
};
