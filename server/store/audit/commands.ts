import { type AuditEntry, writeAudit } from "./write-entry.ts";
import type { Command } from "#/store/commands/command.ts";

/** Records an event that no other command records: it has already happened, or was refused. */
export const recordAudit: Command<AuditEntry, void> = {
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
