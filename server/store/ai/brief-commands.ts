import type { UserId } from "@inlet/contract/ids.ts";
import type { HostMailRow } from "../auth/schema.ts";
import type { Command } from "#/store/commands/command.ts";
import { queueHostMail } from "#/store/outbox/host-mail-commands.ts";

/** The brief of a day, and the ways to deliver it to a user. */
export interface BriefAnnouncement {
  userId: UserId;
  day: string;
  /** Messages from this time on are new in the brief. */
  since: number;
  /** The notification email, encrypted; null if the user wants none. */
  letter: Omit<HostMailRow, "created_at"> | null;
  /** Browsers that get a push notification. */
  subscriptionIds: string[];
}

/**
 * Sends a user the brief of this day, unless that was done before. The record, the email and the push jobs are one transaction,
 * and none is lost or doubled, whenever the process ends.
 */
export const announceBrief: Command<BriefAnnouncement, boolean> = {
  durable: true,
  async run(writer, { userId, day, since, letter, subscriptionIds }) {
    await writer.lock(userId);
    const { db } = writer;
    const last = await db
      .selectFrom("daily_summaries")
      .select("last_day")
      .where("user_id", "=", userId)
      .executeTakeFirst();
    if (last !== undefined && last.last_day >= day) return false;
    await db
      .insertInto("daily_summaries")
      .values({ user_id: userId, last_day: day, since, seen_day: "" })
      .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ last_day: day, since }))
      .execute();
    if (letter !== null) await queueHostMail.run(writer, letter);
    for (const id of subscriptionIds) {
      await writer.job("push-brief", userId, `${userId}/${id}/${day}`);
    }
    return true;
  },
};

/** Records that the user looked at the brief of this day; open pages stop announcing it. */
export const recordBriefSeen: Command<{ userId: UserId; day: string }, void> = {
  durable: false,
  async run(writer, { userId, day }) {
    const noted = await writer.db
      .insertInto("daily_summaries")
      .values({ user_id: userId, last_day: "", since: 0, seen_day: day })
      .onConflict((conflict) =>
        conflict
          .column("user_id")
          .doUpdateSet({ seen_day: day })
          .where("daily_summaries.seen_day", "<", day),
      )
      .returning("user_id")
      .executeTakeFirst();
    if (noted !== undefined) await writer.change(userId, "settings.changed", ["brief"]);
  },
};
