import type { UserId } from "@inlet/contract/ids.ts";
import { sql } from "kysely";
import { type Allowance, newcomers, type Quota } from "../quotas.ts";
import { writeAudit } from "../write-audit.ts";
import type { Command } from "./command.ts";

const hourMs = 3600_000;
const hoursOfDay = 24;

export interface QuotaUse {
  userId: UserId;
  what: Quota;
  amount: number;
  allowance: Allowance;
  /** Whether whoever is new gets less. */
  isOpen: boolean;
}

/** Counts it, and answers null; or says within what it would be too much, and counts the refusal alone. */
export const useQuota: Command<QuotaUse, "hour" | "day" | null> = {
  durable: false,
  async run(writer, { userId, what, amount, allowance, isOpen }) {
    const { db, now } = writer;
    // Of many at once none slips past.
    await writer.lock(`quota ${userId}`);
    const hour = Math.floor(now / hourMs);
    await db
      .deleteFrom("quota_uses")
      .where("user_id", "=", userId)
      .where("hour", "<=", hour - hoursOfDay)
      .execute();
    const rows = await db
      .selectFrom("quota_uses")
      .select(["hour", "used", "refused"])
      .where("user_id", "=", userId)
      .where("what", "=", what)
      .execute();
    const { perHour, perDay } = await allowed(isOpen);
    const today = rows.reduce((sum, { used }) => sum + used, 0);
    const present = rows.find((row) => row.hour === hour);
    const over =
      (present?.used ?? 0) + amount > perHour ? "hour" : today + amount > perDay ? "day" : null;
    const [used, refused] = over === null ? [amount, 0] : [0, 1];
    await db
      .insertInto("quota_uses")
      .values({ user_id: userId, what, hour, used, refused })
      .onConflict((conflict) =>
        conflict.columns(["user_id", "what", "hour"]).doUpdateSet({
          used: sql`quota_uses.used + ${used}`,
          refused: sql`quota_uses.refused + ${refused}`,
        }),
      )
      .execute();
    // One that was reached a thousand times within the hour was reached.
    if (over !== null && (present?.refused ?? 0) === 0) {
      await writeAudit(writer, { kind: "limit.reached", userId, after: what });
    }
    return over;

    async function allowed(mayBeLess: boolean): Promise<Allowance> {
      if (!mayBeLess) return allowance;
      const newcomer = await db
        .selectFrom("users")
        .select("id")
        .where("id", "=", userId)
        .where("created_at", ">", now - newcomers.forMs)
        .where("role", "=", "user")
        .executeTakeFirst();
      if (!newcomer) return allowance;
      const part = (amountOf: number) => Math.ceil(amountOf * newcomers.share);
      return { perHour: part(allowance.perHour), perDay: part(allowance.perDay) };
    }
  },
};
