import type { UserId } from "@inlet/contract/ids.ts";
import { sql } from "kysely";
import { isNewUser } from "./new-users.ts";
import { type Allowance, newUserQuota, type Quota, type QuotaSettings } from "./quotas.ts";
import { writeAudit } from "../audit/write-entry.ts";
import type { Writer } from "../engine/writer.ts";
import type { Command } from "#/store/commands/command.ts";

const hourMs = 3600_000;
const hoursOfDay = 24;

export interface Use {
  what: Quota;
  amount: number;
}

export interface QuotaUse {
  userId: UserId;
  uses: (Use & { allowance: Allowance })[];
  /** True if new users get a smaller share. */
  isOpen: QuotaSettings["isOpen"];
}

/**
 * Counts all uses and returns null. If one of them exceeds a quota, it returns that quota and the period, and counts only the
 * refusal.
 */
export const useQuota: Command<QuotaUse, { what: Quota; within: "hour" | "day" } | null> = {
  durable: true,
  async run(writer, { userId, uses, isOpen }) {
    const { db, now } = writer;
    // Serializes concurrent requests, to keep them from slipping past the limit.
    await writer.lock(`quota ${userId}`);
    const hour = hourOf(now);
    await db
      .deleteFrom("quota_uses")
      .where("user_id", "=", userId)
      .where("hour", "<=", hour - hoursOfDay)
      .execute();
    const rows = await db
      .selectFrom("quota_uses")
      .select(["what", "hour", "used", "refused"])
      .where("user_id", "=", userId)
      .execute();
    const share = (await isNewUser(writer, userId, isOpen)) ? newUserQuota.share : 1;
    for (const { what, amount, allowance } of uses) {
      const own = rows.filter((row) => row.what === what);
      const today = own.reduce((sum, { used }) => sum + used, 0);
      const present = own.find((row) => row.hour === hour);
      const within =
        (present?.used ?? 0) + amount > Math.ceil(allowance.perHour * share)
          ? "hour"
          : today + amount > Math.ceil(allowance.perDay * share)
            ? "day"
            : null;
      if (within === null) continue;
      await count(writer, userId, { what, used: 0, refused: 1 });
      // Records one audit entry per hour, even if the limit is reached a thousand times.
      if ((present?.refused ?? 0) === 0) {
        await writeAudit(writer, { kind: "limit.reached", userId, after: what });
      }
      return { what, within };
    }
    for (const { what, amount } of uses) {
      await count(writer, userId, { what, used: amount, refused: 0 });
    }
    return null;
  },
};

/** Subtracts uses that were counted but did not happen. */
export const giveBackQuota: Command<{ userId: UserId; uses: Use[] }, void> = {
  durable: false,
  async run(writer, { userId, uses }) {
    await writer.lock(`quota ${userId}`);
    for (const { what, amount } of uses) {
      await writer.db
        .updateTable("quota_uses")
        .set({ used: sql`case when used > ${amount} then used - ${amount} else 0 end` })
        .where("user_id", "=", userId)
        .where("what", "=", what)
        .where("hour", "=", hourOf(writer.now))
        .execute();
    }
  },
};

async function count(
  { db, now }: Writer,
  userId: UserId,
  { what, used, refused }: { what: Quota; used: number; refused: number },
): Promise<void> {
  await db
    .insertInto("quota_uses")
    .values({ user_id: userId, what, hour: hourOf(now), used, refused })
    .onConflict((conflict) =>
      conflict.columns(["user_id", "what", "hour"]).doUpdateSet({
        used: sql`quota_uses.used + ${used}`,
        refused: sql`quota_uses.refused + ${refused}`,
      }),
    )
    .execute();
}

function hourOf(now: number): number {
  return Math.floor(now / hourMs);
}
