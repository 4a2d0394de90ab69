import type { Expression, ExpressionBuilder, SqlBool } from "kysely";
import type { Reader } from "#/store/engine/database.ts";
import type { Tables } from "#/store/engine/schema.ts";

/**
 * Returns the time at which the next job of the given kinds is due, which is in the past if one waits; null if none exists. Given
 * a holder, it considers only the jobs that this engine may run.
 */
export async function nextJobAt(
  reader: Reader,
  kinds: readonly string[],
  holder?: string,
): Promise<number | null> {
  if (kinds.length === 0) return null;
  const rows = await reader
    .selectFrom("jobs")
    .select(["held_until", (row) => row.fn.min("run_at").as("run_at")])
    .where("kind", "in", kinds)
    .where("user_id", "not in", (from) =>
      from.selectFrom("users").select("users.id").where("users.disabled_at", ">", 0),
    )
    .where(ofEngine(holder))
    .groupBy("held_until")
    .execute();
  const times = rows.map((row) => (row.held_until > 0 ? row.held_until : row.run_at));
  return times.length === 0 ? null : Math.min(...times);
}

/**
 * Returns a condition for the jobs of users whose lease the engine holds, and of users without a lease row; without a holder, for
 * every job.
 */
export function ofEngine(
  holder: string | undefined,
): (row: ExpressionBuilder<Tables, "jobs">) => Expression<SqlBool> {
  return (row) => {
    if (holder === undefined) return row.lit(true);
    const lease = (who: "own" | "any") =>
      row.exists(
        row
          .selectFrom("engine_leases")
          .select("engine_leases.user_id")
          .whereRef("engine_leases.user_id", "=", "jobs.user_id")
          .$if(who === "own", (query) => query.where("engine_leases.holder", "=", holder)),
      );
    return row.or([lease("own"), row.not(lease("any"))]);
  };
}
