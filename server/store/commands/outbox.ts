import type { OutboxId, UserId } from "@inlet/contract/ids.ts";
import type { OutboxState } from "@inlet/contract/send.ts";
import { sql } from "kysely";
import { Failure } from "#/base/fail.ts";
import type { OutboxRow } from "../tables.ts";
import type { Command } from "./command.ts";

/** Stores an outgoing message. The same non-empty key of the same user answers the row that stands already. */
export const queueOutbox: Command<OutboxRow, OutboxRow> = {
  durable: true,
  async run(writer, message) {
    const { db } = writer;
    await writer.lock(message.user_id);
    if (message.idempotency_key !== "") {
      const known = await db
        .selectFrom("outbox")
        .selectAll()
        .where("user_id", "=", message.user_id)
        .where("idempotency_key", "<>", sql.lit(""))
        .where("idempotency_key", "=", message.idempotency_key)
        .executeTakeFirst();
      if (known) return known;
    }
    await db.insertInto("outbox").values(message).execute();
    await writer.change(message.user_id, "outbox.changed", [message.id]);
    await writer.job("send-outbox", message.user_id, message.id, message.send_at);
    return message;
  },
};

/** Marks the message as being sent; false when it is not its time, or no longer queued. */
export const startSending: Command<{ id: OutboxId }, boolean> = {
  durable: true,
  async run(writer, { id }) {
    const row = await writer.db
      .updateTable("outbox")
      .set((outbox) => ({
        state: "sending" as const,
        attempts: outbox("attempts", "+", 1),
        updated_at: writer.now,
      }))
      .where("id", "=", id)
      .where("state", "=", "queued")
      .where("send_at", "<=", writer.now)
      .returning("user_id")
      .executeTakeFirst();
    if (!row) return false;
    await writer.change(row.user_id, "outbox.changed", [id]);
    return true;
  },
};

export interface Settled {
  id: OutboxId;
  state: OutboxState;
  error?: string;
  sentCopy?: OutboxRow["sent_copy"];
  /** For a message queued again. */
  sendAt?: number;
}

/** How sending went. The source is dropped once nothing needs it: sent, and the copy made. */
export const settleOutbox: Command<Settled, void> = {
  durable: true,
  async run(writer, { id, state, error = "", sentCopy, sendAt }) {
    const { db } = writer;
    const row = await db
      .selectFrom("outbox")
      .select(["user_id", "sent_copy", "send_at"])
      .where("id", "=", id)
      .executeTakeFirst();
    if (!row) return;
    const copy = sentCopy ?? row.sent_copy;
    const isOver = state === "accepted" && copy !== "owed";
    await db
      .updateTable("outbox")
      .set({
        state,
        error,
        sent_copy: copy,
        send_at: sendAt ?? row.send_at,
        updated_at: writer.now,
        ...(isOver ? { raw: new Uint8Array() } : {}),
      })
      .where("id", "=", id)
      .execute();
    await writer.change(row.user_id, "outbox.changed", [id]);
    if (state === "queued") await writer.job("send-outbox", row.user_id, id, sendAt ?? row.send_at);
  },
};

/** Takes a message back while it is queued; answers the state it is in then. Fails with outbox.not_found. */
export const cancelOutbox: Command<{ userId: UserId; id: OutboxId }, OutboxState> = {
  durable: true,
  async run(writer, { userId, id }) {
    const { db } = writer;
    const cancelled = await db
      .updateTable("outbox")
      .set({ state: "cancelled", updated_at: writer.now, raw: new Uint8Array() })
      .where("user_id", "=", userId)
      .where("id", "=", id)
      .where("state", "=", "queued")
      .returning("state")
      .executeTakeFirst();
    if (cancelled) {
      await db
        .deleteFrom("jobs")
        .where("kind", "=", "send-outbox")
        .where("subject_id", "=", id)
        .execute();
      await writer.change(userId, "outbox.changed", [id]);
      return cancelled.state;
    }
    const row = await db
      .selectFrom("outbox")
      .select("state")
      .where("user_id", "=", userId)
      .where("id", "=", id)
      .executeTakeFirst();
    if (!row) throw new Failure("outbox.not_found");
    return row.state;
  },
};
