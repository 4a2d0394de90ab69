import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { AccountId, JobId, UserId } from "../ids.ts";

const page = z.coerce.number().int().min(0).max(1_000_000).optional().default(0);
const count = z.number().int();

/** The owner, as administrators identify users. */
const owner = { userId: UserId, userEmail: z.string() };

/** The state of any user's mail account, without anything of its contents. */
export const AdminAccount = z.object({
  id: AccountId,
  ...owner,
  address: z.string(),
  host: z.string(),
  state: z.enum(["connecting", "syncing", "watching", "waiting", "failed", "resting"]),
  /** A code of the error catalog, with its message; "" if the account works. */
  errorCode: z.string(),
  errorMessage: z.string(),
  lastSyncAt: z.iso.datetime().nullable(),
});
export type AdminAccount = z.infer<typeof AdminAccount>;

/** Lists failing accounts first, then those whose last sync is the longest ago. */
export const listAllAccounts = endpoint({
  method: "GET",
  path: "/admin/accounts",
  access: "admin",
  scope: null,
  input: z.object({ page }),
  output: z.object({ accounts: z.array(AdminAccount), total: count, inTrouble: count }),
  errors: ["admin.required"],
});

/** A job that failed and is retried automatically. */
export const FailedJob = z.object({
  id: JobId,
  kind: z.string(),
  ...owner,
  failures: count,
  /** A code of the error catalog or of the operating system. */
  errorCode: z.string(),
  /** The catalog's message; "" if it has none. */
  errorMessage: z.string(),
  failedAt: z.iso.datetime(),
  /** Null while the job runs. */
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
    /** Number of jobs that are due and not started. */
    waiting: count,
    running: count,
    /** Number of jobs that are due later. */
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
    /** Free space on the disk of the data folder; null if the system does not report it. */
    freeBytes: count.nullable(),
    totalBytes: count.nullable(),
    /** The users with the most mail, by the mail servers' count. */
    users: z.array(z.object({ ...owner, messages: count, bytes: count })),
  }),
  errors: ["admin.required"],
});

/** Returns the use of models by user: counts and costs, no text. */
export const readModelUse = endpoint({
  method: "GET",
  path: "/admin/model-use",
  access: "admin",
  scope: null,
  input: z.object({
    /** A month as in 2026-11, in UTC; this month if absent. */
    month: z
      .string()
      .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
      .optional(),
  }),
  output: z.object({
    month: z.string(),
    /** Months that have records, the latest first. */
    months: z.array(z.string()),
    users: z.array(
      z.object({
        ...owner,
        calls: count,
        inputTokens: count,
        outputTokens: count,
        /** Cost of the calls whose price is known. */
        usd: z.number(),
        /** Number of calls whose price is unknown. */
        unpriced: count,
      }),
    ),
  }),
  errors: ["admin.required"],
});
