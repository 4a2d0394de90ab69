import { z } from "zod";
import { auditKinds } from "./audit-kinds.ts";
import { endpoint } from "../endpoint.ts";

/** Page size of the audit log, and retention of its personal data. */
export const auditLimits = {
  page: 50,
  /** Addresses and names are deleted after this long. The action, its actor and its time stay. */
  detailsRetentionMs: 365 * 24 * 3600_000,
} as const;

/** Continues below the entry with this number. */
const Before = z.coerce.number().int().min(1).optional();

/** An action on the user's account. */
export const AuditEntry = z.object({
  seq: z.number().int(),
  at: z.iso.datetime(),
  kind: z.enum(auditKinds),
  /** The network address of the client; "" if it is unknown or the user may not see it. */
  address: z.string(),
  /** The user's name for its subject, or the name that a device reports; "" for nothing. */
  label: z.string(),
  /** True if an API client with a token did it. */
  isProgram: z.boolean(),
  /** True if an administrator did it. */
  isByAdmin: z.boolean(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** Lists actions on the caller's account, the newest first. */
export const listActivity = endpoint({
  method: "GET",
  path: "/user/activity",
  access: "user",
  scope: null,
  input: z.object({ before: Before }),
  output: z.object({ entries: z.array(AuditEntry), hasMore: z.boolean() }),
  errors: [],
});

/** An entry as administrators see it: without the names that users give to their things. */
export const AuditRecord = z.object({
  seq: z.number().int(),
  at: z.iso.datetime(),
  kind: z.enum(auditKinds),
  /** The user it is about: their address, or the id of a deleted user; "" for none. */
  person: z.string(),
  /** The actor; "" for a stranger, and for Inlet itself. */
  actor: z.string(),
  address: z.string(),
  isProgram: z.boolean(),
  before: z.string(),
  after: z.string(),
});
export type AuditRecord = z.infer<typeof AuditRecord>;

/** Lists all actions on this installation, the newest first. */
export const listAudit = endpoint({
  method: "GET",
  path: "/admin/audit",
  access: "admin",
  scope: null,
  input: z.object({ before: Before }),
  output: z.object({ entries: z.array(AuditRecord), hasMore: z.boolean() }),
  errors: ["admin.required"],
});

/** Verifies the whole log: no entry was changed, and none is missing. */
export const checkAudit = endpoint({
  method: "POST",
  path: "/admin/audit/check",
  access: "admin",
  scope: null,
  input: z.object({}),
  output: z.object({
    entries: z.number().int(),
    /** The first entry that fails the check; null if all pass. */
    broken: z
      .object({
        seq: z.number().int(),
        how: z.enum(["altered", "missing", "details", "truncated"]),
      })
      .nullable(),
  }),
  errors: ["admin.required"],
});

/** The audit log's part of the API. */
export const auditApi = {
  "GET /user/activity": listActivity,
  "GET /admin/audit": listAudit,
  "POST /admin/audit/check": checkAudit,
} as const;
