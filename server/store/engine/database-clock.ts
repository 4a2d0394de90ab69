import { type RawBuilder, sql } from "kysely";
import type { Writer } from "./writer.ts";

/**
 * Returns the time in milliseconds since 1970 by one clock that all processes share. The clocks of machines may differ by an
 * hour, and a lease that has expired on only one of them would have two holders. On SQLite it is the writer's clock.
 */
export function databaseNow({ engine, now }: Pick<Writer, "engine" | "now">): RawBuilder<number> {
  return engine === "sqlite"
    ? sql<number>`${now}`
    : sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
}
