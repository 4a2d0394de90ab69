import type { Clock } from "#/base/clock.ts";
import type { Log } from "#/base/log.ts";
import { RetryAfter } from "#/base/retry-after.ts";
import type { Door } from "#/store/door.ts";
import type { JobRow } from "#/store/tables.ts";

/** Does one job. Throws RetryAfter to be called again without having failed. */
export type JobHandler = (job: JobRow) => Promise<void>;

export interface JobWorkerOptions {
  door: Door;
  clock: Clock;
  log: Log;
  handlers: Readonly<Record<string, JobHandler>>;
  /** How often jobs are looked for when nobody rings. */
  pollMs?: number;
}

const jobsAtOnce = 16;
/**
 * After a kill, held jobs are free again this soon. One that runs longer is taken anew by its own worker, which knows
 * it and only holds it on.
 */
const holdMs = 45_000;
const failuresMax = 8;
const firstRetryMs = 1000;
const lastRetryMs = 10 * 60_000;

/** Takes jobs that are due and does them, several at once; what fails is tried again later and at last given up. */
export class JobWorker implements AsyncDisposable {
  readonly #options: JobWorkerOptions;
  /** How often each job failed; a wait that was asked for is no failure. */
  readonly #failures = new Map<string, number>();
  readonly #running = new Map<string, Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #taking: Promise<void> | undefined;
  #isRung = false;
  #isStopped = false;

  constructor(options: JobWorkerOptions) {
    this.#options = options;
  }

  /** There may be something to do. */
  wake(): void {
    this.#isRung = true;
    if (this.#isStopped) return;
    this.#taking ??= this.#takeAll();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#taking;
    await Promise.all(this.#running.values());
  }

  async #takeAll(): Promise<void> {
    const { log, pollMs = 2000 } = this.#options;
    try {
      while (this.#isRung && !this.#isStopped) {
        this.#isRung = false;
        await this.#take();
      }
    } catch (error) {
      log.error({ err: error }, "jobs could not be taken");
    }
    this.#taking = undefined;
    clearTimeout(this.#timer);
    if (!this.#isStopped) this.#timer = setTimeout(() => this.wake(), pollMs);
  }

  async #take(): Promise<void> {
    const { door, handlers } = this.#options;
    const limit = jobsAtOnce - this.#running.size;
    // Whoever ends rings again.
    if (limit <= 0) return;
    const jobs = await door("jobs.take", { kinds: Object.keys(handlers), limit, holdMs });
    for (const job of jobs) {
      if (this.#running.has(job.id)) continue;
      const run = this.#do(job).finally(() => {
        this.#running.delete(job.id);
        this.wake();
      });
      this.#running.set(job.id, run);
    }
    if (jobs.length === limit) this.#isRung = true;
  }

  async #do(job: JobRow): Promise<void> {
    const { door, clock, log, handlers } = this.#options;
    try {
      await handlers[job.kind]?.(job);
      this.#failures.delete(job.id);
      await door("jobs.done", { id: job.id });
    } catch (error) {
      try {
        if (error instanceof RetryAfter) {
          await door("jobs.later", { id: job.id, runAt: clock.now() + error.waitMs });
        } else {
          await this.#afterFailure(job, error);
        }
      } catch (cause) {
        // The hold runs out, and the job is taken again.
        log.error({ err: cause, kind: job.kind }, "a job's end could not be written down");
      }
    }
  }

  async #afterFailure(job: JobRow, error: unknown): Promise<void> {
    const { door, clock, log } = this.#options;
    const failures = (this.#failures.get(job.id) ?? 0) + 1;
    log.error({ err: error, kind: job.kind, jobId: job.id, failures }, "a job failed");
    if (failures >= failuresMax) {
      this.#failures.delete(job.id);
      return door("jobs.done", { id: job.id });
    }
    this.#failures.set(job.id, failures);
    const waitMs = Math.min(firstRetryMs * 2 ** (failures - 1), lastRetryMs);
    await door("jobs.later", { id: job.id, runAt: clock.now() + waitMs });
  }
}
