import type { AuditKind } from "@inlet/contract/audit-kinds.ts";
import type { UserId } from "@inlet/contract/ids.ts";

/** Of the tables those of the audit log: what was done that matters to somebody's safety. */
export interface AuditTables {
  audit_log: AuditRow;
  audit_details: AuditDetailsRow;
  audit_head: AuditHeadRow;
}

/** One entry. It is only ever added, and names nobody but by id. */
export interface AuditRow {
  /** 1, 2, 3 … without a gap. */
  seq: number;
  created_at: number;
  kind: AuditKind;
  /** Whose account it is about; "" for the installation's own. */
  user_id: UserId | "";
  /** Who did it; "" for a stranger, and for Inlet itself. */
  actor_id: UserId | "";
  /** Ids or states, as they were; "" for none. */
  before_id: string;
  after_id: string;
  /** SHA-256 of what `audit_details` says of it, hex; "" when it says nothing. */
  details_hash: string;
  /** The hash of the entry before; "" for the first. */
  previous_hash: string;
  /** SHA-256 of all the above, hex. */
  hash: string;
}

/** What is personal about an entry: it goes with the person, and the chain stays whole. */
export interface AuditDetailsRow {
  /** Whose it is: of who did it, or, of a stranger's doing, whom it befell. */
  user_id: UserId | "";
  seq: number;
  created_at: number;
  /** Random, hex: what is gone cannot be guessed from its hash. */
  salt: string;
  /** Where the call came from; "" when nobody called. */
  address: string;
  /** The API token that was used; "" for none. */
  program_id: string;
  /** The name of what it is about, as the person gave it; "" for none. */
  label: string;
}

/** The one row that says where the chain ends. */
interface AuditHeadRow {
  /** Always 1. */
  id: number;
  seq: number;
  hash: string;
}
