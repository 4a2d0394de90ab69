import { type RawBuilder, sql } from "kysely";
import type { Writer } from "./writer.ts";

/**
 * Milliseconds since 1970 by the one clock that all processes share: machines may be an hour apart, and a lease that is
 * over on one of them only would have two holders. On SQLite it is the writer's own.
 */
export function databaseNow({ engine, now }: Pick<Writer, "engine" | "now">): RawBuilder<number> {
  return engine === "sqlite"
    ? sql<number>`${now}`
    : sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
}
