import type { Database } from "#/store/database.ts";

/** Every lease has run out, as if its time had passed: on PostgreSQL it passes by the clock of the database. */
export async function endLeases({ kysely }: Pick<Database, "kysely">): Promise<void> {
  await kysely.updateTable("leases").set({ held_until: 0 }).execute();
}
