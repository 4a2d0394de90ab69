import type { ThreadId, UserId } from "@inlet/contract/ids.ts";
import { type SqlBool, sql } from "kysely";
import type { Reader } from "#/store/engine/database.ts";
import { type Unanswered, unansweredColumns } from "./queries.ts";
import { isWrittenByHuman } from "#/store/classification/written-by-human.ts";

/** A message with a reminder that has not been answered. */
export interface DueReminder extends Unanswered {
  /** Time of writing: earlier choices about the conversation do not apply to it. */
  askedAt: number;
  sentAt: number;
  remindAt: number;
}

interface Asked {
  userId: UserId;
  now: number;
  limit: number;
}

/** Returns the due reminders, the latest first: old ones do not displace those of today. */
export async function dueReminders(
  reader: Reader,
  { userId, now, limit }: Asked,
): Promise<DueReminder[]> {
  const rows = await unansweredOf(reader, userId)
    .select([...unansweredColumns, "sent.created_at", "sent.send_at", "sent.remind_at"])
    .where("sent.remind_at", "<=", now)
    .orderBy("sent.remind_at", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ created_at: askedAt, send_at: sentAt, remind_at: remindAt, ...message }) => ({
    message,
    isOwn: true,
    askedAt,
    sentAt,
    remindAt,
  }));
}

/** Returns the conversations with a reminder whose time has not come. */
export async function laterReminded(
  reader: Reader,
  { userId, now, limit }: Asked,
): Promise<Set<ThreadId>> {
  const rows = await unansweredOf(reader, userId)
    .select("m.thread_id")
    .where("sent.remind_at", ">", now)
    .orderBy("sent.remind_at", "desc")
    .limit(limit)
    .execute();
  return new Set(rows.map((row) => row.thread_id));
}

/**
 * Selects sent messages with a reminder that are not answered. The copy here may be in any location but Trash. A bounce report
 * does not end a reminder, as any recipient can forge one; a message of the user counts once they have been reminded.
 */
function unansweredOf(reader: Reader, userId: UserId) {
  return reader
    .selectFrom("outbox as sent")
    .innerJoin("messages as m", (join) =>
      join
        .onRef("m.user_id", "=", "sent.user_id")
        .onRef("m.account_id", "=", "sent.account_id")
        .on(sql<SqlBool>`m.message_id_header in (sent.message_id_header, sent.renamed_to)`)
        .on("m.message_id_header", "<>", sql.lit("")),
    )
    .where("sent.user_id", "=", userId)
    .where("sent.remind_at", ">", sql.lit(0))
    .where("sent.state", "=", "accepted")
    .where("m.user_id", "=", userId)
    .where("m.is_own", "=", 1)
    .where((row) =>
      row.exists(
        row
          .selectFrom("message_locations as place")
          .select("place.message_id")
          .where("place.user_id", "=", userId)
          .whereRef("place.message_id", "=", "m.id")
          .where("place.role", "not in", ["trash", "drafts", "spam"]),
      ),
    )
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom("messages as later")
            .select("later.id")
            .where("later.user_id", "=", userId)
            .whereRef("later.thread_id", "=", "m.thread_id")
            .whereRef("later.id", "<>", "m.id")
            // The copy in Sent may have arrived late, after the answer, and the mail server's clock may be slow.
            .where((later) =>
              later.or([
                later("later.date_key", ">", later.ref("m.date_key")),
                later("later.internal_date", ">", later.ref("sent.send_at")),
              ]),
            )
            // A duplicate of the user's own message, from a list or another account, is not an answer.
            .where((later) =>
              later.or([
                later("later.twin_key", "=", ""),
                later("later.twin_key", "<>", later.ref("m.twin_key")),
              ]),
            )
            .where((later) =>
              later.or([
                later("later.is_own", "=", 0),
                later("later.internal_date", ">", later.ref("sent.remind_at")),
              ]),
            )
            .where((later) => isWrittenByHuman(later, userId)),
        ),
      ),
    );
}
