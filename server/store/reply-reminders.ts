import type { UserId } from "@inlet/contract/ids.ts";
import { type SqlBool, sql } from "kysely";
import type { Reader } from "./database.ts";
import { type Unanswered, unansweredColumns } from "./follow-ups.ts";
import { isWrittenByPerson } from "./written-by-person.ts";

/** A mail that its writer asked to be reminded of, and that nobody has answered. */
export interface DueReminder extends Unanswered {
  /** When it was written: what was said of its conversation before does not hold for it. */
  askedAt: number;
}

/**
 * What is due now, the longest waiting first. It takes the copy that stands here, in any place but Trash. A report that it
 * did not arrive ends nothing, for every recipient can write one; a word of the person's own counts once they have been
 * reminded.
 */
export async function dueReminders(
  reader: Reader,
  { userId, now, limit }: { userId: UserId; now: number; limit: number },
): Promise<DueReminder[]> {
  const rows = await reader
    .selectFrom("outbox as sent")
    .innerJoin("messages as m", (join) =>
      join
        .onRef("m.user_id", "=", "sent.user_id")
        .onRef("m.account_id", "=", "sent.account_id")
        .on(sql<SqlBool>`m.message_id_header in (sent.message_id_header, sent.renamed_to)`)
        .on("m.message_id_header", "<>", sql.lit("")),
    )
    .select([...unansweredColumns, "sent.created_at"])
    .where("sent.user_id", "=", userId)
    .where("sent.remind_at", ">", sql.lit(0))
    .where("sent.remind_at", "<=", now)
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
            // Its copy may have come late, and after the answer; the mail server's clock may be behind.
            .where((later) =>
              later.or([
                later("later.date_key", ">", later.ref("m.date_key")),
                later("later.internal_date", ">", later.ref("sent.send_at")),
              ]),
            )
            // One's own mail, as it came back from a list or to another account, is no answer to it.
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
            .where((later) => isWrittenByPerson(later, userId)),
        ),
      ),
    )
    .orderBy("sent.remind_at")
    .limit(limit)
    .execute();
  return rows.map(({ created_at: askedAt, ...message }) => ({ message, isOwn: true, askedAt }));
}
