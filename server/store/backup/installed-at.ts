import { sql } from "kysely";
import type { Database } from "../database.ts";

/** When the tables were made: of the nights before it there is nothing to keep. */
export async function installedAt({ kysely }: Pick<Database, "kysely">): Promise<number> {
  const { rows } = await sql<{ at: number | null }>`
    select min(applied_at) as at from schema_migrations
  `.execute(kysely);
  return rows[0]?.at ?? 0;
}
