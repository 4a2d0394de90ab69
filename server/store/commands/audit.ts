import { type AuditEntry, writeAudit } from "../write-audit.ts";
import type { Command } from "./command.ts";

/** Writes down what no other command does: it is done already, or was refused. */
export const noteAudit: Command<AuditEntry, void> = {
  durable: true,
  run: (writer, entry) => writeAudit(writer, entry),
};

/** Deletes the personal details of old entries. The entries stay. */
export const pruneAuditDetails: Command<{ before: number }, void> = {
  durable: false,
  bulk: true,
  async run({ db }, { before }) {
    await db.deleteFrom("audit_details").where("created_at", "<", before).execute();
  },
};
