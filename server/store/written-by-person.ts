import type { UserId } from "@inlet/contract/ids.ts";
import type { Expression, ExpressionBuilder, SqlBool } from "kysely";
import type { Tables } from "./tables.ts";

/** What gives a machine away in a header's signs: their JSON escapes every quote that a header could bring along. */
const ofMachines = ['"isAutomatic":true', '"report":{'];

/**
 * Whether a later message of a conversation is an answer: somebody wrote and sent it. A draft is none yet, a report and
 * an answer from a program come before anybody has read a word.
 */
export function isWrittenByPerson(
  row: ExpressionBuilder<Tables & { later: Tables["messages"] }, "later">,
  userId: UserId,
): Expression<SqlBool> {
  return row.and([
    ...ofMachines.map((sign) => row("later.signs_json", "not like", `%${sign}%`)),
    row.exists(
      row
        .selectFrom("message_locations as of")
        .select("of.message_id")
        .where("of.user_id", "=", userId)
        .whereRef("of.message_id", "=", "later.id")
        .where("of.role", "not in", ["drafts", "spam"]),
    ),
  ]);
}
