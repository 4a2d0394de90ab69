import type { MessageId, OutboxId, UserId } from "@inlet/contract/ids.ts";
import type { OutboxState } from "@inlet/contract/mail/send.ts";
import { type SqlBool, sql } from "kysely";
import type { Reader } from "#/store/engine/database.ts";
import type { OutboxRow } from "./schema.ts";

/** Returns one outgoing message of the user. */
export async function getOutbox(
  reader: Reader,
  userId: UserId,
  id: OutboxId,
): Promise<OutboxRow | undefined> {
  return reader
    .selectFrom("outbox")
    .selectAll()
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Returns an outgoing message by its id alone, for the engine, which sends it. */
export async function outboxById(reader: Reader, id: OutboxId): Promise<OutboxRow | undefined> {
  return reader.selectFrom("outbox").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Returns the message that was queued under this key. */
export async function outboxByKey(
  reader: Reader,
  userId: UserId,
  key: string,
): Promise<OutboxRow | undefined> {
  return reader
    .selectFrom("outbox")
    .selectAll()
    .where("user_id", "=", userId)
    .where("idempotency_key", "<>", sql.lit(""))
    .where("idempotency_key", "=", key)
    .executeTakeFirst();
}

/** Returns the messages that declined a proposal of another time, the latest first. */
export async function counterAnswers(
  reader: Reader,
  userId: UserId,
  messageId: MessageId,
): Promise<Pick<OutboxRow, "id" | "state">[]> {
  return (
    reader
      .selectFrom("outbox")
      .select(["id", "state"])
      .where("user_id", "=", userId)
      .where("idempotency_key", "like", `${counterKey(messageId, "")}%`)
      .orderBy("created_at", "desc")
      // At the same time, the later one has the higher number.
      .orderBy("idempotency_key", "desc")
      .execute()
  );
}

/** Returns the idempotency key of the message that declines a proposal. Each try has its number. */
export function counterKey(messageId: MessageId, number: number | ""): string {
  return `counter ${messageId} ${number}`;
}

/** Returns messages that are pending or need the user's attention, the newest first, without the sources. */
export async function openOutbox(
  reader: Reader,
  userId: UserId,
  limit: number,
): Promise<Omit<OutboxRow, "raw">[]> {
  return reader
    .selectFrom("outbox")
    .select(columns)
    .where("user_id", "=", userId)
    .where("dismissed_at", "=", sql.lit(0))
    .where("purpose", "=", "mail")
    .where((outbox) =>
      outbox.or([
        sql<SqlBool>`state in ('queued', 'sending', 'failed', 'unknown', 'confirm')`,
        sql<SqlBool>`bounces_json <> '[]'`,
        sql<SqlBool>`state = 'accepted' and error <> ''`,
      ]),
    )
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/** Returns the sent message that a report refers to: by ENVID, which is the row's id, otherwise by Message-ID. */
export async function sentMessage(
  reader: Reader,
  userId: UserId,
  { envelopeId, messageId }: { envelopeId: string; messageId: string },
): Promise<Pick<OutboxRow, "id" | "envelope_json"> | undefined> {
  for (const [column, value] of [
    ["id", envelopeId],
    ["message_id_header", messageId],
    ["renamed_to", messageId],
  ] as const) {
    if (value === "") continue;
    const row = await reader
      .selectFrom("outbox")
      .select(["id", "envelope_json"])
      .where("user_id", "=", userId)
      .where(sql.ref(column), "=", value)
      .where(sql.ref(column), "<>", sql.lit(""))
      .where("attempts", ">", 0)
      .where("purpose", "=", "mail")
      .orderBy("created_at", "desc")
      .limit(1)
      .executeTakeFirst();
    if (row) return row;
  }
  return undefined;
}

/** Returns the stored message that is the copy of a sent one. */
export async function sentCopyOf(
  reader: Reader,
  sent: Pick<OutboxRow, "user_id" | "account_id" | "message_id_header" | "renamed_to">,
): Promise<MessageId | undefined> {
  const ids = [sent.message_id_header, sent.renamed_to].filter((id) => id !== "");
  const row = await reader
    .selectFrom("messages")
    .innerJoin("message_locations", (join) =>
      join
        .onRef("message_locations.user_id", "=", "messages.user_id")
        .onRef("message_locations.message_id", "=", "messages.id"),
    )
    .select("messages.id")
    .where("messages.user_id", "=", sent.user_id)
    .where("messages.account_id", "=", sent.account_id)
    .where("messages.message_id_header", "in", ids)
    .where("messages.message_id_header", "<>", sql.lit(""))
    .where("message_locations.role", "=", "sent")
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

const columns = [
  "id",
  "user_id",
  "account_id",
  "idempotency_key",
  "message_id_header",
  "envelope_json",
  "draft_json",
  "state",
  "sent_copy",
  "send_at",
  "attempts",
  "error",
  "created_at",
  "updated_at",
  "purpose",
  "request_hash",
  "renamed_to",
  "bounces_json",
  "dismissed_at",
  "remind_at",
  "remind_days",
] as const satisfies (keyof OutboxRow)[];

/** Returns the outgoing messages of all users in a state, oldest first, for the engine to resume after a stop. */
export async function outboxInState(
  reader: Reader,
  state: OutboxState,
): Promise<Pick<OutboxRow, "id" | "user_id" | "account_id" | "send_at" | "updated_at">[]> {
  return reader
    .selectFrom("outbox")
    .select(["id", "user_id", "account_id", "send_at", "updated_at"])
    .where("state", "=", state)
    .orderBy("created_at")
    .execute();
}
