import { type RawBuilder, sql, type SqlBool } from "kysely";
import type { Engine } from "./database.ts";

/** Whether a message was answered, in the words of the index of just these: a flag stands in JSON, in one spelling. */
export function isAnswered(engine: Engine): RawBuilder<SqlBool> {
  return engine === "sqlite"
    ? sql`instr(flags_json, '\\Answered"') > 0`
    : sql`strpos(flags_json, '\\Answered"') > 0`;
}
