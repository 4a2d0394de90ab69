import type { AuditKind } from "@inlet/contract/auth/audit-kinds.ts";
import type { UserId } from "@inlet/contract/ids.ts";

/** Tables of the audit log, which records security-relevant events. */
export interface AuditTables {
  audit_log: AuditRow;
  audit_details: AuditDetailsRow;
  audit_head: AuditHeadRow;
}

/** One entry. Entries are append-only and identify users by id only. */
export interface AuditRow {
  /** 1, 2, 3, … without gaps. */
  seq: number;
  created_at: number;
  kind: AuditKind;
  /** The user whose account it is about; "" for the installation. */
  user_id: UserId | "";
  /** The user who did it; "" for an unknown visitor and for Inlet. */
  actor_id: UserId | "";
  /** Ids or states from before the change; "" for none. */
  before_id: string;
  after_id: string;
  /** SHA-256 of the entry's `audit_details` in hex; "" if it has none. */
  details_hash: string;
  /** Hash of the previous entry; "" for the first. */
  previous_hash: string;
  /** SHA-256 of all the fields above, in hex. */
  hash: string;
}

/** Personal details of an entry. They are deleted with their user, and the chain stays valid. */
export interface AuditDetailsRow {
  /** The user who acted or, if that was an unknown visitor, the user who was affected. */
  user_id: UserId | "";
  seq: number;
  created_at: number;
  /** Random, hex, to keep deleted details from being guessed by their hash. */
  salt: string;
  /** The address from which the call came; "" without a call. */
  address: string;
  /** The API token that was used; "" for none. */
  program_id: string;
  /** Name of the subject, as the user entered it; "" for none. */
  label: string;
}

/** The single row with the end of the chain. */
interface AuditHeadRow {
  /** Always 1. */
  id: number;
  seq: number;
  hash: string;
}
