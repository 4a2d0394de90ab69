import { type ErrorCode, errors } from "@inlet/contract/errors.ts";
import { adminPage } from "@inlet/contract/admin/admin-page.ts";
import type {
  AdminAccount,
  listAllAccounts,
  listJobs,
  readModelUse,
} from "@inlet/contract/admin/admin-operation.ts";
import { JobId } from "@inlet/contract/ids.ts";
import type { z } from "zod";
import type { Clock } from "#/base/clock.ts";
import { Failure } from "#/base/failure.ts";
import {
  accountsByError,
  countAccounts,
  countJobs,
  failedJobs,
  firstModelCallAt,
  modelUseBetween,
} from "#/store/administration/operation-queries.ts";
import type { Database } from "#/store/engine/database.ts";
import type { Execute } from "#/store/commands/command-bus.ts";

export interface OperationContext {
  database: Database;
  execute: Execute;
  clock: Clock;
}

type Out<Endpoint extends { output: z.ZodType }> = z.output<Endpoint["output"]>;

/** Returns a page of all users' accounts with their sync state. */
export async function listEverybodysAccounts(
  { database: { reader } }: OperationContext,
  page: number,
): Promise<Out<typeof listAllAccounts>> {
  const [rows, counted] = await Promise.all([
    accountsByError(reader, { offset: page * adminPage, limit: adminPage }),
    countAccounts(reader),
  ]);
  const accounts = rows.map((row): AdminAccount => {
    const isResting = row.disabled_at > 0;
    return {
      id: row.id,
      userId: row.user_id,
      userEmail: row.user_email,
      address: row.account_mail,
      host: row.imap_host,
      state: isResting ? "resting" : row.state,
      errorCode: row.error_code,
      errorMessage: wordsOf(row.error_code),
      lastSyncAt: timeOf(row.last_sync_at),
    };
  });
  return { accounts, ...counted };
}

/** Current jobs, and a page of the failed ones. */
export async function readJobs(
  { database: { reader }, clock }: OperationContext,
  page: number,
): Promise<Out<typeof listJobs>> {
  const now = clock.now();
  const [counts, failed] = await Promise.all([
    countJobs(reader, now),
    failedJobs(reader, { offset: page * adminPage, limit: adminPage }),
  ]);
  return {
    ...counts,
    failed: failed.jobs.map((row) => ({
      id: JobId.parse(row.id),
      kind: row.kind,
      userId: row.user_id,
      userEmail: row.user_email,
      failures: row.failures,
      errorCode: row.error_code,
      errorMessage: wordsOf(row.error_code),
      failedAt: new Date(row.failed_at).toISOString(),
      nextTryAt: row.held_until > now ? null : new Date(row.run_at).toISOString(),
    })),
    failedTotal: failed.total,
  };
}

/** Throws job.not_found. */
export async function runJobAgain({ execute }: OperationContext, id: JobId): Promise<void> {
  if (!(await execute("job.retry", { id }))) throw new Failure("job.not_found");
}

/** Returns the model usage of a month, by user. */
export async function readUseOfModels(
  { database: { reader }, clock }: OperationContext,
  asked: string | undefined,
): Promise<Out<typeof readModelUse>> {
  const now = new Date(clock.now()).toISOString().slice(0, 7);
  const month = asked ?? now;
  const [rows, first] = await Promise.all([
    modelUseBetween(reader, startOf(month), startOf(after(month))),
    firstModelCallAt(reader),
  ]);
  const months = [now];
  const oldest = first === null ? now : new Date(first).toISOString().slice(0, 7);
  for (let at = now; at > oldest && months.length < 240;) {
    at = new Date(startOf(at) - 1).toISOString().slice(0, 7);
    months.push(at);
  }
  return {
    month,
    months,
    users: rows.map((row) => ({
      userId: row.user_id,
      userEmail: row.user_email,
      calls: row.calls,
      inputTokens: row.input_tokens,
      outputTokens: row.output_tokens,
      usd: row.cost_micros / 1e6,
      unpriced: row.unpriced,
    })),
  };
}

function startOf(month: string): number {
  return Date.parse(`${month}-01T00:00:00.000Z`);
}

function after(month: string): string {
  return new Date(startOf(month) + 31 * 24 * 3600_000).toISOString().slice(0, 7);
}

function timeOf(ms: number): string | null {
  return ms === 0 ? null : new Date(ms).toISOString();
}

/** Plain-English texts for the operating system's error codes. */
const systemWords: Partial<Record<string, string>> = {
  ECONNREFUSED: "The other server refused the connection.",
  ECONNRESET: "The other server closed the connection.",
  ETIMEDOUT: "The other server did not answer in time.",
  ENOTFOUND: "The other server's name was not found.",
  EAI_AGAIN: "The other server's name could not be looked up.",
  ENOENT: "A file is missing.",
  EACCES: "Permission to open a file was denied.",
  ENOSPC: "The disk is full.",
  internal: "Something went wrong. See the server log for details.",
};

function wordsOf(code: string): string {
  const ofSystem = systemWords[code];
  if (ofSystem !== undefined) return ofSystem;
  // The error catalog defines the other codes.
  return Object.hasOwn(errors, code) ? errors[code as ErrorCode].message : "";
}
