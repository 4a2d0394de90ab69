import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { AccountId, JobId, UserId } from "./ids.ts";

const page = z.coerce.number().int().min(0).max(1_000_000).optional().default(0);
const count = z.number().int();

/** Whose it is, as administrators name people. */
const owner = { userId: UserId, userEmail: z.string() };

/** How a mail account of anybody fares: nothing of what is in it. */
export const AdminAccount = z.object({
  id: AccountId,
  ...owner,
  address: z.string(),
  host: z.string(),
  state: z.enum(["connecting", "syncing", "watching", "waiting", "failed", "resting"]),
  /** A code of the error catalogue and its words; "" when all is well. */
  errorCode: z.string(),
  errorMessage: z.string(),
  lastSyncAt: z.iso.datetime().nullable(),
});
export type AdminAccount = z.infer<typeof AdminAccount>;

/** Those in trouble first, then the ones that were synced the longest ago. */
export const listAllAccounts = endpoint({
  method: "GET",
  path: "/admin/accounts",
  access: "admin",
  scope: null,
  input: z.object({ page }),
  output: z.object({ accounts: z.array(AdminAccount), total: count, inTrouble: count }),
  errors: ["admin.required"],
});

/** Work that failed, and is tried again by itself. */
export const FailedJob = z.object({
  id: JobId,
  kind: z.string(),
  ...owner,
  failures: count,
  /** A code of the error catalogue or of the system. */
  errorCode: z.string(),
  /** The catalogue's words; "" where it has none. */
  errorMessage: z.string(),
  failedAt: z.iso.datetime(),
  /** Null while it is under way. */
  nextTryAt: z.iso.datetime().nullable(),
});
export type FailedJob = z.infer<typeof FailedJob>;

export const listJobs = endpoint({
  method: "GET",
  path: "/admin/jobs",
  access: "admin",
  scope: null,
  input: z.object({ page }),
  output: z.object({
    /** Due now, and not begun. */
    waiting: count,
    running: count,
    /** For a time that has not come. */
    scheduled: count,
    failed: z.array(FailedJob),
    failedTotal: count,
  }),
  errors: ["admin.required"],
});

export const retryJob = endpoint({
  method: "POST",
  path: "/admin/jobs/{id}/retry",
  access: "admin",
  scope: null,
  input: z.object({ id: JobId }),
  output: z.object({ ok: z.literal(true) }),
  errors: ["admin.required", "job.not_found"],
});

export const readStorage = endpoint({
  method: "GET",
  path: "/admin/storage",
  access: "admin",
  scope: null,
  input: z.object({}),
  output: z.object({
    engine: z.enum(["sqlite", "postgres"]),
    databaseBytes: count,
    /** Files of messages and uploads. */
    blobs: z.object({ files: count, bytes: count }),
    backupBytes: count,
    /** On the disk of the data folder; null where the system does not say. */
    freeBytes: count.nullable(),
    totalBytes: count.nullable(),
    /** Who has the most mail, as the mail servers count it. */
    users: z.array(z.object({ ...owner, messages: count, bytes: count })),
  }),
  errors: ["admin.required"],
});

/** What models were asked, by person: counts and money, no text. */
export const readModelUse = endpoint({
  method: "GET",
  path: "/admin/model-use",
  access: "admin",
  scope: null,
  input: z.object({
    /** As in 2026-11, in UTC; absent: this month. */
    month: z
      .string()
      .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
      .optional(),
  }),
  output: z.object({
    month: z.string(),
    /** Months of which something is kept, the latest first. */
    months: z.array(z.string()),
    users: z.array(
      z.object({
        ...owner,
        calls: count,
        inputTokens: count,
        outputTokens: count,
        /** Of the calls whose price is known. */
        usd: z.number(),
        /** How many calls nobody knows the price of. */
        unpriced: count,
      }),
    ),
  }),
  errors: ["admin.required"],
});
