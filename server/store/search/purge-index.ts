import { sql } from "kysely";
import type { Command } from "#/store/commands/command.ts";

/** Number of index pages that one transaction merges. */
const pageBatchSize = 400;

/**
 * Rewrites a slice of SQLite's search index without the words of deleted messages, which otherwise stay until the index merges
 * its parts. The first call starts the rewrite. Returns true if there is more. PostgreSQL does not keep such words.
 */
export const purgeWords: Command<{ isFirst: boolean }, boolean> = {
  durable: false,
  bulk: true,
  async run({ db, engine }, { isFirst }) {
    if (engine !== "sqlite") return false;
    const changes = async () => {
      const { rows } = await sql<{ total: number }>`select total_changes() as total`.execute(db);
      return rows[0]?.total ?? 0;
    };
    const before = await changes();
    const pages = isFirst ? -pageBatchSize : pageBatchSize;
    await sql`insert into message_words (message_words, rank) values ('merge', ${pages})`.execute(
      db,
    );
    // The merge command itself counts as one change (SQLite's documentation of FTS5, 6.8).
    return (await changes()) - before >= 2;
  },
};
