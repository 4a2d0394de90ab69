import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import { type RawBuilder, sql, type SqlBool } from "kysely";
import type { Reader } from "#/store/engine/database.ts";
import type { PreparedAnswerRow } from "./schema.ts";
import { answeredInDrafts, lostAndAnswered, stillUnanswered } from "./queries.ts";

/** Returns the prepared answers to these messages, including records that none could be prepared. */
export async function preparedAnswersOf(
  reader: Reader,
  userId: UserId,
  messageIds: readonly MessageId[],
): Promise<PreparedAnswerRow[]> {
  if (messageIds.length === 0) return [];
  return reader
    .selectFrom("prepared_answers")
    .selectAll()
    .where("user_id", "=", userId)
    .where("message_id", "in", messageIds)
    .execute();
}

/** Returns the condition that a prepared answer is stored for the message. */
export function hasPreparedAnswer(userId: UserId): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (select 1 from prepared_answers where prepared_answers.user_id = ${userId}
    and prepared_answers.message_id = messages.id and text <> '' and is_dropped = 0)`;
}

/** Returns the given messages for which a prepared answer waits: the user has not answered them since, nor begun to. */
export async function readyAnswers(
  reader: Reader,
  userId: UserId,
  messageIds: readonly MessageId[],
  known?: { answered: ReadonlySet<string> },
): Promise<Set<MessageId>> {
  const prepared = await preparedAnswersOf(reader, userId, messageIds);
  const kept = prepared.filter(({ text, is_dropped }) => text !== "" && is_dropped === 0);
  if (kept.length === 0) return new Set();
  const ids = kept.map((row) => row.message_id);
  const open = await stillUnanswered(reader, userId, ids);
  const begun = await answeredInDrafts(reader, userId);
  const { answered } = known ?? (await lostAndAnswered(reader, userId));
  return new Set(open.filter((id) => !begun.has(id) && !answered.has(id)));
}
