import type { AccountId, UserId } from "@inlet/contract/ids.ts";
import { sql } from "kysely";
import { dropMessages } from "./delete-messages.ts";
import { departures } from "../pending/queries.ts";
import { again, type Command } from "#/store/commands/command.ts";

const slice = 200;

/**
 * Deletes messages without a location since before `olderThan`: they will not be attached again. Messages with a deletion to push
 * stay.
 */
export const sweepMessages: Command<
  { userId: UserId; accountId: AccountId; olderThan: number },
  void
> = {
  durable: false,
  bulk: true,
  async run(writer, { userId, accountId, olderThan }) {
    await writer.lock(userId);
    const orphans = await writer.db
      .selectFrom("messages")
      .select(["id", "date_key"])
      .where("user_id", "=", userId)
      .where("account_id", "=", accountId)
      .where("orphaned_at", ">", sql.lit(0))
      .where("orphaned_at", "<", olderThan)
      .where((message) =>
        message.not(
          message.exists(
            message
              .selectFrom("pending_operations as p")
              .select("p.id")
              .whereRef("p.user_id", "=", "messages.user_id")
              .whereRef("p.message_id", "=", "messages.id")
              .where("p.kind", "in", departures)
              .where("p.uid", "<>", 0),
          ),
        ),
      )
      .limit(slice)
      .execute();
    await dropMessages(writer, userId, orphans);
    return orphans.length < slice ? undefined : again;
  },
};
