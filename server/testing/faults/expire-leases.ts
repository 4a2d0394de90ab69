import type { Database } from "#/store/engine/database.ts";

/** Expires every lease. On PostgreSQL leases follow the database's clock, which a test cannot move. */
export async function endLeases({ kysely }: Pick<Database, "kysely">): Promise<void> {
  await kysely.updateTable("leases").set({ held_until: 0 }).execute();
}
