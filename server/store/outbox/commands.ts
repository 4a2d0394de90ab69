import type { OutboxId, UserId } from "@inlet/contract/ids.ts";
import type { OutboxState } from "@inlet/contract/mail/send.ts";
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from "kysely";
import { Failure } from "#/base/failure.ts";
import { awaitReply } from "../follow-ups/schedule-reminder.ts";
import { markAnswered } from "./mark-answered.ts";
import { plainText } from "../engine/storable-text.ts";
import type { OutboxRow } from "./schema.ts";
import type { Tables } from "../engine/schema.ts";
import { notifyOfSending } from "../integrations/publish-events.ts";
import type { Writer } from "../engine/writer.ts";
import type { Command } from "#/store/commands/command.ts";

/** Known facts about an outgoing message when it is queued. */
export type NewOutgoing = Pick<
  OutboxRow,
  | "id"
  | "user_id"
  | "account_id"
  | "idempotency_key"
  | "request_hash"
  | "message_id_header"
  | "envelope_json"
  | "draft_json"
  | "raw"
  | "send_at"
> &
  Partial<Pick<OutboxRow, "purpose" | "remind_at" | "remind_days">> & {
    /** Default: queued. */
    state?: "queued" | "approval";
  };

/**
 * Stores an outgoing message. Returns the existing row if the same user used the same non-empty key before; fails with
 * send.other_content if that row has other content.
 */
export const queueOutbox: Command<NewOutgoing, OutboxRow> = {
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
      if (known !== undefined && known.request_hash !== message.request_hash) {
        throw new Failure("send.other_content");
      }
      if (known !== undefined) return known;
    }
    const purpose = message.purpose ?? "mail";
    const row: OutboxRow = {
      attempts: 0,
      dismissed_at: 0,
      remind_at: 0,
      remind_days: 0,
      ...message,
      purpose,
      state: message.state ?? "queued",
      // Messages sent on the user's behalf, such as receipts, have no copy in Sent.
      sent_copy: purpose === "mail" ? "owed" : "not_needed",
      error: "",
      renamed_to: "",
      bounces_json: "[]",
      created_at: writer.now,
      updated_at: writer.now,
    };
    await db.insertInto("outbox").values(row).execute();
    await writer.change(row.user_id, "outbox.changed", [row.id]);
    if (row.state === "queued") {
      await writer.job("send-outbox", row.user_id, row.id, row.send_at);
    }
    return row;
  },
};

/**
 * Marks the message as possibly sent, by this attempt. Returns false if it is not queued, not due yet, or another attempt came
 * first. Once committed, no crash can make it be sent a second time, and `send_at` is the time at which it was sent.
 */
export const startSending: Command<{ id: OutboxId; attempt: number }, boolean> = {
  durable: true,
  async run(writer, { id, attempt }) {
    const row = await writer.db
      .updateTable("outbox")
      .set({ state: "sending", attempts: attempt, send_at: writer.now, updated_at: writer.now })
      .where("id", "=", id)
      .where("state", "=", "queued")
      .where("attempts", "=", attempt - 1)
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
  /** Number of the try. */
  attempt: number;
  state: "queued" | "unknown" | "accepted" | "failed";
  error?: string;
  sentCopy?: OutboxRow["sent_copy"];
  renamedTo?: string;
  /** New time for a message that is queued again. */
  sendAt?: number;
  /** The try had begun to submit the message: the outcome applies only to such a try, and no other one knows it. */
  isHandedOver?: boolean;
}

/**
 * Records the outcome of a try; returns false if the message has changed state since. The source is dropped once it is not needed
 * any more: the message was sent and the copy stored.
 */
export const settleOutbox: Command<Settled, boolean> = {
  durable: true,
  async run(writer, settled) {
    const { id, attempt, state, error = "", sentCopy, renamedTo, sendAt } = settled;
    const row = await writer.db
      .updateTable("outbox")
      .set({
        state,
        error: plainText(error),
        attempts: attempt,
        updated_at: writer.now,
        ...(sentCopy === undefined ? {} : { sent_copy: sentCopy }),
        ...(renamedTo === undefined ? {} : { renamed_to: plainText(renamedTo) }),
        ...(sendAt === undefined ? {} : { send_at: sendAt }),
      })
      .where("id", "=", id)
      .where((outbox) => isStillOf(outbox, settled))
      .returning(["user_id", "send_at", "sent_copy", "purpose"])
      .executeTakeFirst();
    if (!row) return false;
    await writer.change(row.user_id, "outbox.changed", [id]);
    if (state === "queued") await writer.job("send-outbox", row.user_id, id, row.send_at);
    if (state === "accepted") await markAnswered(writer, row.user_id, id);
    if (state === "accepted") await awaitReply(writer, row.user_id, id);
    if (row.purpose === "mail") await notifyOfSending(writer, row.user_id, { id, attempt, state });
    if (state === "accepted" && row.sent_copy !== "owed") await dropSource(writer, id);
    return true;
  },
};

/**
 * Returns the time of another try. A message restored from a backup keeps its time: it may be in the future, and if it is long
 * past, the message is searched for in Sent before it is sent.
 */
function sendAgainAt(now: number) {
  return sql<number>`case when state = 'confirm' then send_at else ${now} end`;
}

/**
 * Returns a condition for the try that may settle the message: it has not begun to hand the message over, or it alone has done
 * so.
 */
function isStillOf(
  outbox: ExpressionBuilder<Tables, "outbox">,
  { attempt, state, isHandedOver = false }: Settled,
): Expression<SqlBool> {
  const isOwn = outbox.and([
    outbox("state", "in", ["sending", "unknown"]),
    outbox("attempts", "=", attempt),
  ]);
  const isBefore = outbox.and([
    outbox.lit(!isHandedOver),
    outbox("state", "=", "queued"),
    outbox("attempts", "=", attempt - 1),
  ]);
  // The user requested another try just before the late response arrived: the message must not be sent twice.
  const isAgain = outbox.and([outbox("state", "=", "queued"), outbox("attempts", "=", attempt)]);
  // Restored from a backup, and found in Sent.
  const isFound = outbox.and([outbox("state", "=", "confirm"), outbox("attempts", "=", attempt)]);
  switch (state) {
    case "accepted":
      return outbox.or([isOwn, isAgain, isFound]);
    case "unknown":
      return isOwn;
    case "queued":
      // The user dismissed it before the server postponed it: its source is empty.
      return outbox.and([isWhole, outbox.or([isOwn, isBefore])]);
    case "failed":
      return outbox.or([isOwn, isBefore]);
  }
}

/** Records that the copy was stored in Sent. */
export const recordSentCopy: Command<{ id: OutboxId }, void> = {
  durable: true,
  async run(writer, { id }) {
    const row = await writer.db
      .updateTable("outbox")
      .set({ sent_copy: "done", error: "", updated_at: writer.now })
      .where("id", "=", id)
      .where("state", "=", "accepted")
      .returning("user_id")
      .executeTakeFirst();
    if (!row) return;
    await dropSource(writer, id);
    await writer.change(row.user_id, "outbox.changed", [id]);
  },
};

/**
 * Records that the mail server rejected the copy of a sent message, with an error text for the user. The copy is still owed.
 */
export const refuseSentCopy: Command<{ id: OutboxId; error: string }, void> = {
  durable: false,
  async run(writer, { id, error }) {
    const row = await writer.db
      .updateTable("outbox")
      .set({ error: plainText(error) })
      .where("id", "=", id)
      .where("state", "=", "accepted")
      .where("sent_copy", "=", "owed")
      .where("error", "=", "")
      .returning("user_id")
      .executeTakeFirst();
    if (row) await writer.change(row.user_id, "outbox.changed", [id]);
  },
};

export interface OutboxKey {
  userId: UserId;
  id: OutboxId;
}

/** Cancels a message that is queued or waits for approval. Returns the state afterwards. Throws outbox.not_found. */
export const cancelOutbox: Command<OutboxKey, OutboxState> = {
  durable: true,
  async run(writer, { userId, id }) {
    const { db } = writer;
    const cancelled = await db
      .updateTable("outbox")
      .set({ state: "cancelled", updated_at: writer.now, raw: new Uint8Array() })
      .where("user_id", "=", userId)
      .where("id", "=", id)
      .where("state", "in", ["queued", "approval", "confirm"])
      .returning("state")
      .executeTakeFirst();
    if (!cancelled) return stateOf(writer, { userId, id });
    await db
      .deleteFrom("jobs")
      .where("kind", "=", "send-outbox")
      .where("subject_id", "=", id)
      .execute();
    await db.deleteFrom("approvals").where("user_id", "=", userId).where("id", "=", id).execute();
    await writer.change(userId, "outbox.changed", [id]);
    return cancelled.state;
  },
};

/** Reschedules a queued message and sets its date to that time. Returns the state afterwards. Throws outbox.not_found. */
export const rescheduleOutbox: Command<
  OutboxKey & Pick<OutboxRow, "raw"> & { sendAt: number },
  OutboxState
> = {
  durable: true,
  async run(writer, { userId, id, sendAt, raw }) {
    const { db } = writer;
    const row = await db
      .updateTable("outbox")
      .set({ send_at: sendAt, raw, updated_at: writer.now })
      .where("user_id", "=", userId)
      .where("id", "=", id)
      .where("state", "=", "queued")
      .returning("state")
      .executeTakeFirst();
    if (!row) return stateOf(writer, { userId, id });
    // A running job reads the new time, and this job is done when that one ends.
    await writer.job("send-outbox", userId, id, sendAt);
    await writer.change(userId, "outbox.changed", [id]);
    return row.state;
  },
};

/**
 * Applies the user's decision about a message that failed or has an unknown outcome. Fails with outbox.not_found, send.too_late.
 */
export const resolveOutbox: Command<
  OutboxKey & { decision: "send_again" | "dismiss" },
  OutboxState
> = {
  durable: true,
  async run(writer, { userId, id, decision }) {
    const { db } = writer;
    const isAgain = decision === "send_again";
    const row = await db
      .updateTable("outbox")
      .set({
        updated_at: writer.now,
        ...(isAgain
          ? {
              state: "queued" as const,
              send_at: sendAgainAt(writer.now),
              error: "",
              dismissed_at: 0,
            }
          : { dismissed_at: writer.now }),
      })
      .where("user_id", "=", userId)
      .where("id", "=", id)
      .where((outbox) => {
        const isOpen = outbox("state", "in", ["failed", "unknown", "confirm"]);
        // A message with an emptied source cannot be sent, even if a bounce put it back on the list.
        if (isAgain) return outbox.and([isOpen, isWhole, outbox("dismissed_at", "=", 0)]);
        // A bounce of an earlier try is not a reason to empty a message that is queued again.
        const isOver = outbox("state", "in", ["accepted", "cancelled"]);
        const hasNews = outbox.or([outbox("bounces_json", "<>", "[]"), outbox("error", "<>", "")]);
        return outbox.or([isOpen, outbox.and([isOver, hasNews])]);
      })
      .returning(["state", "sent_copy", "send_at"])
      .executeTakeFirst();
    if (!row) {
      await stateOf(writer, { userId, id });
      throw new Failure("send.too_late");
    }
    if (isAgain) await writer.job("send-outbox", userId, id, row.send_at);
    else if (row.state !== "accepted") await dropSource(writer, id);
    await writer.change(userId, "outbox.changed", [id]);
    return row.state;
  },
};

async function stateOf({ db }: Writer, { userId, id }: OutboxKey): Promise<OutboxState> {
  const row = await db
    .selectFrom("outbox")
    .select("state")
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) throw new Failure("outbox.not_found");
  return row.state;
}

/** True while the source is stored. */
const isWhole = sql<SqlBool>`length(raw) > 0`;

async function dropSource({ db }: Writer, id: OutboxId): Promise<void> {
  await db.updateTable("outbox").set({ raw: new Uint8Array() }).where("id", "=", id).execute();
}
