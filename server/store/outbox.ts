import type { OutboxId, UserId } from "@inlet/contract/ids.ts";
import type { OutboxState } from "@inlet/contract/send.ts";
import type { Reader } from "./database.ts";
import type { OutboxRow } from "./tables.ts";

/** One outgoing message of the user. */
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

/** An outgoing message by its id alone: for the engine, which sends it. */
export async function outboxById(reader: Reader, id: OutboxId): Promise<OutboxRow | undefined> {
  return reader.selectFrom("outbox").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Everyone's outgoing messages in a state, the oldest first: for the engine, to see what a stop left behind. */
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
