import type { UserId } from "@inlet/contract/ids.ts";
import type { Expression, ExpressionBuilder, SqlBool } from "kysely";
import type { Tables } from "#/store/engine/schema.ts";

/** Marks of automatic messages in the signs of a header: their JSON escapes quotes, and a header cannot forge them. */
const ofMachines = ['"isAutomatic":true', '"report":{'];

/**
 * Returns the condition that a later message of a conversation is an answer: a person wrote and sent it. A draft is not an answer
 * yet, and reports and automatic replies arrive before the message was read.
 */
export function isWrittenByHuman(
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
