import type { UserId } from "@inlet/contract/ids.ts";
import { sql } from "kysely";
import type { AuditEnd, Checked } from "./hash-chain.ts";
import type { AuditRow } from "./schema.ts";
import type { Reader } from "#/store/engine/database.ts";

/** An entry with the known facts about its origin. */
export interface AuditEntryRow extends AuditRow {
  address: string | null;
  program_id: string | null;
  label: string | null;
  /** The email address of the user it is about, if they still exist; `actor_email` is that of the user who did it. */
  user_email: string | null;
  actor_email: string | null;
}

/** Returns entries before a number, newest first, about one user or about all. */
export async function auditPage(
  reader: Reader,
  { userId, before, limit }: { userId?: UserId; before: number | undefined; limit: number },
): Promise<AuditEntryRow[]> {
  return reader
    .selectFrom("audit_log")
    .leftJoin("audit_details", "audit_details.seq", "audit_log.seq")
    .leftJoin("users as person", "person.id", "audit_log.user_id")
    .leftJoin("users as doer", "doer.id", "audit_log.actor_id")
    .selectAll("audit_log")
    .select([
      "audit_details.address",
      "audit_details.program_id",
      "audit_details.label",
      "person.email as user_email",
      "doer.email as actor_email",
    ])
    .$if(userId !== undefined, (query) => query.where("audit_log.user_id", "=", userId ?? ""))
    .$if(before !== undefined, (query) => query.where("audit_log.seq", "<", before ?? 0))
    .orderBy("audit_log.seq", "desc")
    .limit(limit)
    .execute();
}

/** Returns the end of the chain, as the chain's head records it. */
export async function auditEnd(reader: Reader): Promise<AuditEnd> {
  const head = await reader
    .selectFrom("audit_head")
    .select(["seq", "hash"])
    .where("id", "=", 1)
    .executeTakeFirst();
  return head ?? { seq: 0, hash: "" };
}

/** Returns the entries after a number in order, as the check needs them. */
export async function entriesToCheck(
  reader: Reader,
  { after, limit, lackingBefore }: { after: number; limit: number; lackingBefore: number },
): Promise<Checked[]> {
  const rows = await reader
    .selectFrom("audit_log")
    .leftJoin("audit_details", "audit_details.seq", "audit_log.seq")
    .leftJoin("users", (join) =>
      join.on(
        sql`case when audit_log.actor_id = '' then audit_log.user_id else audit_log.actor_id end`,
        "=",
        sql.ref("users.id"),
      ),
    )
    .selectAll("audit_log")
    .select([
      "audit_details.salt",
      "audit_details.address",
      "audit_details.program_id",
      "audit_details.label",
      "users.id as owner_id",
    ])
    .where("audit_log.seq", ">", after)
    .orderBy("audit_log.seq")
    .limit(limit)
    .execute();
  return rows.map(({ salt, address, program_id, label, owner_id: owner, ...row }) => {
    const isUnowned = row.user_id === "" && row.actor_id === "";
    return {
      ...row,
      details:
        salt === null || address === null || program_id === null || label === null
          ? null
          : { salt, address, program_id, label },
      mayLackDetails: (owner === null && !isUnowned) || row.created_at < lackingBefore,
    };
  });
}
