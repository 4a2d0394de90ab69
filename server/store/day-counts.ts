import type { UserId } from "@inlet/contract/ids.ts";
import { sql } from "kysely";
import type { Reader } from "./database.ts";
import { firstKeyOf } from "./date-keys.ts";
import type { LocationRole } from "./tables.ts";

/** Where mail that arrived may stand by now. */
const received: LocationRole[] = ["inbox", "archive", "other", "snoozed"];

interface DayCounts {
  received: number;
  sent: number;
}

/** How much mail there is of this time, the same mail once. */
export async function countsOf(
  reader: Reader,
  userId: UserId,
  { from, to }: { from: number; to: number },
): Promise<DayCounts> {
  const inRoles = async (roles: LocationRole[], isOwn: 0 | 1) => {
    const { count } = await reader
      .selectFrom("message_locations as l")
      .innerJoin("messages as m", (join) =>
        join.onRef("m.user_id", "=", "l.user_id").onRef("m.id", "=", "l.message_id"),
      )
      .select(sql<number>`count(distinct l.message_id)`.as("count"))
      .where("l.user_id", "=", userId)
      .where("l.role", "in", roles)
      .where("l.is_twin", "=", sql.lit(0 as const))
      .where("l.date_key", ">=", firstKeyOf(from))
      .where("l.date_key", "<", firstKeyOf(to))
      .where("m.is_own", "=", isOwn)
      .executeTakeFirstOrThrow();
    return Number(count);
  };
  return { received: await inRoles(received, 0), sent: await inRoles(["sent"], 1) };
}
