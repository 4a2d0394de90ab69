import type { Reader } from "./database.ts";

/** When the next job of these kinds is due, in the past when one is waiting; null when there is none. */
export async function nextJobAt(reader: Reader, kinds: readonly string[]): Promise<number | null> {
  if (kinds.length === 0) return null;
  const rows = await reader
    .selectFrom("jobs")
    .select(["held_until", (row) => row.fn.min("run_at").as("run_at")])
    .where("kind", "in", kinds)
    .where("user_id", "not in", (from) =>
      from.selectFrom("users").select("users.id").where("users.disabled_at", ">", 0),
    )
    .groupBy("held_until")
    .execute();
  const times = rows.map((row) => (row.held_until > 0 ? row.held_until : row.run_at));
  return times.length === 0 ? null : Math.min(...times);
}
