import { randomBytes } from "node:crypto";
import type { AuditKind } from "@inlet/contract/auth/audit-kinds.ts";
import type { UserId } from "@inlet/contract/ids.ts";
import { sql } from "kysely";
import { hashOfDetails, hashOfEntry } from "./hash-chain.ts";
import { plainText } from "#/store/engine/storable-text.ts";
import type { Writer } from "#/store/engine/writer.ts";

/** Maximum stored length of a name. */
const labelLength = 200;

export interface AuditEntry {
  kind: AuditKind;
  /** The user whose account it is about; "" for the installation. */
  userId: UserId | "";
  /** The user who did it, if that is not the signed-in user. */
  actor?: UserId | "";
  /** Ids or states before and after: never text from messages, never a secret. */
  before?: string;
  after?: string;
  /** The user's name for the subject; deleted with the user. Not stored if another user acts on the account. */
  label?: string;
  /** True to store no personal details. */
  isBare?: boolean;
}

/**
 * Adds an entry to the audit log in the transaction of the recorded action: both are committed, or neither. It comes last in its
 * command, as it blocks other entries until the transaction ends.
 */
export async function writeAudit(writer: Writer, entry: AuditEntry): Promise<void> {
  const { db, now, origin } = writer;
  const head = await db
    .updateTable("audit_head")
    .set({ seq: sql`seq + 1` })
    .where("id", "=", 1)
    .returning(["seq", "hash"])
    .executeTakeFirstOrThrow();
  const seq = Number(head.seq);
  const actor = entry.actor ?? origin?.userId ?? "";
  // The details are deleted with the acting user; names that belong to another user would outlive that user.
  const isOwn = entry.userId === "" || actor === "" || actor === entry.userId;
  const details = {
    salt: randomBytes(16).toString("hex"),
    address: origin?.address ?? "",
    program_id: origin?.programId ?? "",
    label: isOwn ? plainText((entry.label ?? "").slice(0, labelLength)) : "",
  };
  const hasDetails = details.address !== "" || details.program_id !== "" || details.label !== "";
  const keeps = hasDetails && entry.isBare !== true;
  const row = {
    seq,
    created_at: now,
    kind: entry.kind,
    user_id: entry.userId,
    actor_id: actor,
    before_id: plainText(entry.before ?? ""),
    after_id: plainText(entry.after ?? ""),
    details_hash: keeps ? hashOfDetails(details) : "",
    previous_hash: head.hash,
  };
  const hash = hashOfEntry(row);
  await db
    .insertInto("audit_log")
    .values({ ...row, hash })
    .execute();
  if (keeps) {
    const owner = actor === "" ? entry.userId : actor;
    await db
      .insertInto("audit_details")
      .values({ ...details, user_id: owner, seq, created_at: now })
      .execute();
  }
  await db.updateTable("audit_head").set({ hash }).where("id", "=", 1).execute();
}
