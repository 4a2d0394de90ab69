import { MessageId, type UserId } from "@inlet/contract/ids.ts";
import { sql } from "kysely";
import { z } from "zod";
import { inChunks } from "../engine/chunks.ts";
import { queueUnclassified } from "../classification/queue-unclassified.ts";
import type { Writer } from "../engine/writer.ts";
import type { MessageChange } from "../messages/message-change.ts";

/** Jobs that notify, send or import: they may have run since the backup. */
const jobsNotToRepeat = [
  "send-outbox",
  "send-host-mail",
  "notify",
  "push",
  "push-brief",
  "deliver-integration",
  "import-mail",
  "message-arrived",
];
/** Tables with short-lived state, or that grant access which may have been revoked since the backup. */
const passing = [
  "approvals",
  "due_notifications",
  "host_mails",
  "mailed_links",
  "oauth_flows",
  "presences",
  "push_subscriptions",
  "sessions",
  "sign_ins_on_their_way",
  "changes",
] as const;
/**
 * Added to the numbers of changes after a restore. Open pages know numbers from after the backup, and none may be used twice.
 */
const numbersPassed = 1_000_000;

/** Decisions that a restore leaves to users. */
export interface Settled {
  /** Messages that wait for the user's decision. */
  unconfirmed: number;
}

/**
 * Removes from a restored database everything that must not happen twice. Work that was pending at the time of the backup may
 * have completed since: messages were sent, notifications were delivered, users were signed out. docs/decisions gives the reason
 * for each rule.
 */
export async function reconcileRestored(writer: Writer): Promise<Settled> {
  const { db, now } = writer;
  const unconfirmed = await holdMessages(writer);
  await queueUnannounced(writer);
  await db.deleteFrom("jobs").where("kind", "in", jobsNotToRepeat).execute();
  // These jobs search Sent for the messages by Message-ID; they send nothing.
  for (const { user_id: userId, id } of unconfirmed) await writer.job("send-outbox", userId, id);
  const unsaved = await db
    .selectFrom("outbox")
    .select(["user_id", "id"])
    .where((outbox) =>
      outbox.or([
        outbox("state", "=", "unknown"),
        outbox.and([outbox("state", "=", "accepted"), outbox("sent_copy", "=", "owed")]),
      ]),
    )
    .execute();
  for (const { user_id: userId, id } of unsaved) await writer.job("send-outbox", userId, id);
  await db
    .updateTable("deliveries")
    .set({ state: "skipped", answer: "A backup was restored: it may have been sent before." })
    .where("state", "=", "waiting")
    .execute();
  await passOverToday(writer);
  await db
    .updateTable("integrations")
    .set({ brief_from: now })
    .where("brief_from", ">", 0)
    .where("brief_from", "<", now)
    .execute();
  await db
    .updateTable("imports")
    .set({ state: "cancelled" })
    .where("state", "=", "running")
    .execute();
  // The user may have undone a deletion since the backup; a move can be reverted.
  await db.deleteFrom("pending_operations").where("kind", "=", "delete").execute();
  await endDeletions(writer);
  await dropHalfUploads(writer);
  for (const table of passing) await db.deleteFrom(table).execute();
  await db
    .updateTable("change_counters")
    .set({ seq: sql`seq + ${numbersPassed}` })
    .execute();
  await db.updateTable("leases").set({ held_until: 0 }).execute();
  // Every folder is compared with its server again, to find changes since the backup.
  await db.updateTable("folders").set({ last_checked_at: 0 }).execute();
  return { unconfirmed: unconfirmed.length };
}

/** Holds messages that were to be sent until their author confirms them. Receipts have no author and are cancelled. */
async function holdMessages({ db, now }: Writer) {
  const open = ["queued", "sending", "approval"] as const;
  await db
    .updateTable("outbox")
    .set({ state: "cancelled", raw: new Uint8Array(), updated_at: now })
    .where("state", "in", open)
    .where("purpose", "<>", "mail")
    .execute();
  return db
    .updateTable("outbox")
    .set({ state: "confirm", error: "", dismissed_at: 0, updated_at: now })
    .where("state", "in", open)
    .returning(["user_id", "id"])
    .execute();
}

/** Ends bulk changes that delete permanently at the point they had reached: the remaining messages stay. */
async function endDeletions({ db }: Writer): Promise<void> {
  const changes = await db
    .selectFrom("bulk_changes")
    .select(["user_id", "id", "change_json"])
    .execute();
  for (const { user_id: userId, id, change_json: json } of changes) {
    // Only startBulk writes this column.
    const { deleteAt } = JSON.parse(json) as MessageChange;
    if (deleteAt === undefined) continue;
    // Its job finds no row and deletes the rest.
    await db
      .deleteFrom("bulk_changes")
      .where("user_id", "=", userId)
      .where("id", "=", id)
      .execute();
  }
}

/** Marks today's brief as sent, to avoid sending it again. The date depends on the user's time zone. */
async function passOverToday({ db, now }: Writer): Promise<void> {
  const last = await db
    .selectFrom("daily_summaries")
    .leftJoin("user_preferences", "user_preferences.user_id", "daily_summaries.user_id")
    .select(["daily_summaries.user_id", "last_day", "preferences_json"])
    .where("last_day", "<>", "")
    .execute();
  for (const { user_id: userId, last_day: lastDay, preferences_json: chosen } of last) {
    const today = dayIn(timeZoneOf(chosen), now);
    if (lastDay >= today) continue;
    await db
      .updateTable("daily_summaries")
      .set({ last_day: today })
      .where("user_id", "=", userId)
      .execute();
  }
}

/** Returns the time zone that a user chose, if it can be read; "" is UTC. */
function timeZoneOf(chosen: string | null): string {
  try {
    return Chosen.parse(JSON.parse(chosen ?? "{}")).notifications.timeZone;
  } catch {
    // The user chose nothing, or another version wrote the preferences.
    return "";
  }
}

const Chosen = z.object({ notifications: z.object({ timeZone: z.string() }) });

/** Returns the local day, as in 2026-11-26. A time zone that this machine does not know counts as UTC. */
function dayIn(timeZone: string, at: number): string {
  const dayOf = (zone: string) =>
    new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short" }).format(at);
  try {
    return dayOf(timeZone || "UTC");
  } catch {
    return dayOf("UTC");
  }
}

/** Queues messages whose arrival was not processed yet for classification like older ones, without notifications. */
async function queueUnannounced(writer: Writer): Promise<void> {
  const { db } = writer;
  const arrived = await db
    .selectFrom("jobs")
    .select(["user_id", "subject_id"])
    .where("kind", "=", "message-arrived")
    .execute();
  for (const [userId, jobs] of Map.groupBy(arrived, (job) => job.user_id)) {
    const ids = jobs.map(({ subject_id: subject }) => MessageId.parse(subject.split("/")[0]));
    for (const some of inChunks(ids)) {
      const rows = await db
        .selectFrom("messages")
        .select(["user_id", "id as message_id", "account_id", "date_key"])
        .where("user_id", "=", userId)
        .where("id", "in", some)
        .execute();
      await queueUnclassified(writer, rows);
    }
  }
}

/** Deletes uploads that had not arrived in full: they cannot be resumed. */
async function dropHalfUploads({ db }: Writer): Promise<void> {
  const half = await db
    .deleteFrom("uploads")
    .where("sha256", "=", "")
    .returning(["user_id", "id"])
    .execute();
  for (const [userId, uploads] of Map.groupBy(half, (row): UserId => row.user_id)) {
    for (const some of inChunks(uploads.map(({ id }) => id))) {
      await db
        .deleteFrom("upload_uses")
        .where("user_id", "=", userId)
        .where("upload_id", "in", some)
        .execute();
    }
  }
}
