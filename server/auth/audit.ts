import { auditLimits, type AuditEntry, type AuditRecord } from "@inlet/contract/auth/audit.ts";
import type { UserId } from "@inlet/contract/ids.ts";
import type { Clock } from "#/base/clock.ts";
import type { AuditAnchors } from "#/store/audit/anchors.ts";
import { auditPage, type AuditEntryRow } from "#/store/audit/queries.ts";
import { type AuditCheck, checkAudit } from "#/store/audit/verify-chain.ts";
import type { Reader } from "#/store/engine/database.ts";
import type { Execute } from "#/store/commands/command-bus.ts";

interface Page {
  before?: number | undefined;
}

/** Audit log, as users and administrators read it. */
export interface Audit {
  /** Returns the actions on the user's own account, newest first. */
  ofUser: (userId: UserId, page: Page) => Promise<{ entries: AuditEntry[]; hasMore: boolean }>;
  /** Returns the actions of all users, newest first. */
  all: (page: Page) => Promise<{ entries: AuditRecord[]; hasMore: boolean }>;
  /** Checks that the whole log is unchanged. */
  check: () => Promise<AuditCheck>;
  /** Records that the user requested an export. */
  recordExport: (userId: UserId, kind: "mail.exported" | "everything.exported") => Promise<void>;
}

interface AuditParts {
  reader: Reader;
  execute: Execute;
  clock: Clock;
  /** Ends of the log that were recorded beside the database; absent if there are no records. */
  auditAnchors?: Pick<AuditAnchors, "read">;
}

/** Reads the audit log. The commands that perform the actions write it. */
export function createAudit({ reader, execute, clock, auditAnchors }: AuditParts): Audit {
  async function page({ before, ...of }: Page & { userId?: UserId }) {
    const rows = await auditPage(reader, { ...of, before, limit: auditLimits.page + 1 });
    return { rows: rows.slice(0, auditLimits.page), hasMore: rows.length > auditLimits.page };
  }

  return {
    async ofUser(userId, { before }) {
      const { rows, hasMore } = await page({ userId, before });
      return { entries: rows.map(presentToOwner), hasMore };
    },
    async all({ before }) {
      const { rows, hasMore } = await page({ before });
      return { entries: rows.map(presentToAdmin), hasMore };
    },
    async check() {
      return checkAudit(reader, {
        anchors: (await auditAnchors?.read()) ?? [],
        lackingBefore: clock.now() - auditLimits.detailsRetentionMs,
      });
    },
    recordExport: (userId, kind) => execute("audit.note", { kind, userId }),
  };
}

/** The administrator's address and device are private, so the user does not see them. */
function presentToOwner(row: AuditEntryRow): AuditEntry {
  const isByOther = row.actor_id !== "" && row.actor_id !== row.user_id;
  return {
    seq: row.seq,
    at: new Date(row.created_at).toISOString(),
    kind: row.kind,
    address: isByOther ? "" : (row.address ?? ""),
    label: isByOther ? "" : (row.label ?? ""),
    isProgram: (row.program_id ?? "") !== "",
    isByAdmin: isByOther,
  };
}

function presentToAdmin(row: AuditEntryRow): AuditRecord {
  return {
    seq: row.seq,
    at: new Date(row.created_at).toISOString(),
    kind: row.kind,
    person: row.user_email ?? row.user_id,
    actor: row.actor_email ?? row.actor_id,
    address: row.address ?? "",
    isProgram: (row.program_id ?? "") !== "",
    before: row.before_id,
    after: row.after_id,
  };
}
