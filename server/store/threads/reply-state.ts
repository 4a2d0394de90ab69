import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import type { Turn } from "@inlet/contract/mail/email.ts";
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from "kysely";
import type { Reader } from "#/store/engine/database.ts";
import type { Tables } from "#/store/engine/schema.ts";
import { isWrittenByHuman } from "#/store/classification/written-by-human.ts";

/**
 * Returns the condition for a message's turn: "reply" if it expects an answer and the user has not written since, "waiting" if
 * the user expects an answer and has none, "fyi" if it does not expect one.
 */
export function isTurn(
  row: ExpressionBuilder<Tables, "message_locations">,
  userId: UserId,
  turn: Turn,
): Expression<SqlBool> {
  return row.exists(
    row
      .selectFrom("classifications as c")
      .innerJoin("messages as asking", (join) =>
        join.onRef("asking.user_id", "=", "c.user_id").onRef("asking.id", "=", "c.message_id"),
      )
      .select("c.message_id")
      .where("c.user_id", "=", userId)
      .where("c.message_id", "=", row.ref("message_locations.message_id"))
      .where("c.turn", "=", turn)
      .$if(turn !== "fyi", (query) =>
        query.where((asked) =>
          asked.not(
            asked.exists(
              asked
                .selectFrom("messages as later")
                .select("later.id")
                .where("later.user_id", "=", userId)
                .whereRef("later.thread_id", "=", "asking.thread_id")
                .whereRef("later.date_key", ">", "asking.date_key")
                .where("later.is_own", "=", turn === "reply" ? 1 : 0)
                .where((later) => isWrittenByHuman(later, userId)),
            ),
          ),
        ),
      ),
  );
}

/** Reports whether a message has this turn. */
export async function isTurnOfMessage(
  reader: Reader,
  userId: UserId,
  messageId: MessageId,
  turn: Turn,
): Promise<boolean> {
  const found = await reader
    .selectFrom("message_locations")
    .select("message_id")
    .where("user_id", "=", userId)
    .where("message_id", "=", messageId)
    .where((row) => isTurn(row as never, userId, turn))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Counts the conversations per turn: in the inbox, and for "waiting" among sent messages. */
export async function countTurns(reader: Reader, userId: UserId): Promise<Record<Turn, number>> {
  const count = async (turn: Turn) => {
    const { found } = await reader
      .selectFrom("message_locations")
      .innerJoin("messages", (join) =>
        join
          .onRef("messages.user_id", "=", "message_locations.user_id")
          .onRef("messages.id", "=", "message_locations.message_id"),
      )
      .select(sql<number>`count(distinct messages.thread_id)`.as("found"))
      .where("message_locations.user_id", "=", userId)
      .where("message_locations.role", "=", turn === "waiting" ? "sent" : "inbox")
      .where("message_locations.is_twin", "=", 0)
      .where((row) => isTurn(row as never, userId, turn))
      .executeTakeFirstOrThrow();
    return Number(found);
  };
  return { reply: await count("reply"), waiting: await count("waiting"), fyi: await count("fyi") };
}
