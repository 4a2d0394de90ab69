import { type RawBuilder, sql, type SqlBool } from "kysely";
import type { Engine } from "#/store/engine/database.ts";

/**
 * Returns the condition that a message was answered, in the exact text of the partial index. The flags are JSON in which this
 * flag has only one spelling.
 */
export function isAnswered(engine: Engine): RawBuilder<SqlBool> {
  return engine === "sqlite"
    ? sql`instr(flags_json, '\\Answered"') > 0`
    : sql`strpos(flags_json, '\\Answered"') > 0`;
}
