import { sql } from "kysely";
import type { Database } from "../engine/database.ts";

/** Returns the time at which the tables were created. No nightly backup is due from before it. */
export async function installedAt({ kysely }: Pick<Database, "kysely">): Promise<number> {
  const { rows } = await sql<{ at: number | null }>`
    select min(applied_at) as at from schema_migrations
  `.execute(kysely);
  return rows[0]?.at ?? 0;
}
